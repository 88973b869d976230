// The list of findings, and what the filter shows of it.
const side = one("#list");
const items = make("div", { id: "items", class: "items" });
const nothing = make("p", { id: "nothing", class: "nothing", hidden: "" });
const memberOf = (trace, name) => trace.metadata[name] || "";
// The places of the findings that an article tells, in the order of its table.
const placesOf = article => {
  const key = likeness(findingOf(article));
  return report.faults[article.dataset.group].findings.filter(([t, k]) => likeness(report.traces[t].violations[k]) === key)
};
// A row of the list: findings of an article at some places. `told` says which; all rows of an article open it.
const rowOfArticle = (article, places, count, title, told) => {
  const v = findingOf(article), row = make("li", { "data-n": count, "data-sev": v.severity, "data-rule": v.rule,
    "data-cb": article.dataset.cb, "data-state": v.states.join(" ") }, make("a", { class: "row", href: "#" + article.id },
    icon(v.severity), make("b", {}, ...breakable(title), make("small", { class: "n" }, count > 1 ? " ×\u00a0" + grouped(count) : "")),
    make("small", {}, told)));
  Object.assign(row, { article, places, title });
  row.more = [title, v.message, v.severity + "s", ...(v.causes || []).map(cause => cause.text)].join(" ");
  return row
};
const eventWords = v => "event\u00a0" + grouped(v.event);
const whereIs = article => {
  const v = findingOf(article), trace = report.traces[article.dataset.trace], count = Number(article.dataset.traces);
  const lane = isSingle && trace.timeline ? trace.timeline.lanes.findIndex(lane => lane.subject === v.subject) : -1;
  return isSingle ? (lane < 0 ? "" : titlesOf(trace.timeline.lanes)[lane] + " · ") + eventWords(v)
    : count > 1 ? "in " + counted(count, "trace") : shortPath(trace.path) + " · " + eventWords(v)
};
const listGroup = (title, rows) => make("details", { class: "group", open: "" },
  make("summary", {}, make("span", {}, title), " ", make("small", {},
    grouped(rows.reduce((sum, row) => sum + Number(row.dataset.n), 0)))), make("ul", {}, ...rows));
const sumOf = rows => rows.reduce((sum, row) => sum + (row.now === undefined ? Number(row.dataset.n || 1) : row.now), 0);
const found = report.traces.reduce((sum, t) => sum + t.counts.errors + t.counts.warnings + t.counts.notes, 0);
const failing = report.traces.filter(trace => outcomeOf(trace) === "failing").length;
items.append(make("a", { class: "row top", href: "#overview" }, make("b", {}, "Overview"), make("small", { class: "shown" },
  counted(found, "finding") + (isSingle || !failing ? "" : " · " + grouped(failing) + " failing"))));
// One row for each article, in the order of the overview, with its change and its fault.
const findings = all(".changes > li").flatMap(change => all(".faults li", change).flatMap(fault => {
  const own = articles.filter(article => article.dataset.group === fault.dataset.group), name = one(".what a", fault);
  return own.map(article => {
    const title = own.length === 1 ? name.textContent : article.dataset.title;
    const row = rowOfArticle(article, placesOf(article), Number(article.dataset.count), title, whereIs(article));
    row.keys = { cause: one(".do b", change).textContent, fault: name.textContent, rule: row.dataset.rule };
    return row
  })
}));
// The rows of a grouping; by trace or subject, each has the findings of an article there.
const rowSets = new Map();
const rowsBy = kind => {
  if (kind !== "trace" && kind !== "subject") return findings;
  if (rowSets.has(kind)) return rowSets.get(kind);
  const rows = findings.flatMap(({ article, places, title }) => {
    const parts = new Map();
    for (const [t, k] of places) {
      const key = kind === "trace" ? report.traces[t].path : report.traces[t].violations[k].subject || "no subject";
      if (!parts.has(key)) parts.set(key, []);
      parts.get(key).push([t, k])
    }
    return [...parts].map(([key, own]) => {
      const row = rowOfArticle(article, own, own.length, title, eventWords(report.traces[own[0][0]].violations[own[0][1]]));
      row.keys = { [kind]: key };
      return row
    })
  });
  rowSets.set(kind, rows);
  return rows
};
side.append(items);
side.hidden = false;
document.documentElement.classList.toggle("solo", findings.length < 2);
items.firstElementChild.after(nothing);
const kindOf = row => row.dataset.sev;
let listedRows = findings;

// The field, a button for each kind of finding, and the groupings.
const label = "Filter findings, traces, rules";
const field = make("input", { id: "q", type: "search", autocomplete: "off", spellcheck: "false", placeholder: label });
const hits = make("output", { id: "hits", for: "q" });
const present = new Set(findings.map(kindOf));
const kinds = [...new Set([...severities].reverse().concat(...present))].filter(kind => present.has(kind));
const chips = kinds.map(kind => {
  const count = make("span", { class: "n" }, grouped(sumOf(findings.filter(row => kindOf(row) === kind))));
  const words = severities.includes(kind) ? [icon(kind), count, hidden(" " + kind + "s")] : [kind, " ", count];
  const chip = button({ class: "chip", "data-chip": kind, "aria-pressed": "true" }, "", () => {
    set(chip, { "aria-pressed": chip.getAttribute("aria-pressed") === "false" });
    applyFilter()
  });
  chip.append(...words);
  return chip
});
const groupings = ["cause", "fault", "rule", isSingle ? "subject" : "trace"];
const byButtons = groupings.map(name =>
  button({ "data-by": name, "aria-pressed": name === groupings[0] }, name, () => groupBy(name)));
let by = groupings[0];
const form = make("form", { id: "filter", role: "search" },
  make("p", { class: "find" }, make("label", { class: "vh", for: "q" }, label), field, make("kbd", { "aria-hidden": "true" }, "/")),
  findings.length ? make("p", { class: "chips", role: "group", "aria-label": "Show by kind" }, ...chips) : null,
  make("p", { class: "by", ...(findings.length ? {} : { hidden: "" }), role: "group", "aria-label": "Group by" },
    make("span", { "aria-hidden": "true" }, "By"), make("span", { class: "seg" }, ...byButtons), hits));
form.onsubmit = event => event.preventDefault();
side.prepend(form);
const offChips = () => chips.filter(chip => chip.getAttribute("aria-pressed") === "false").map(chip => chip.dataset.chip);

const keyOfLink = link => decodeURIComponent(link.getAttribute("href").slice(1));
const idOf = row => row.article.id;
const wordsOf = row => row.words = row.words || [row.more, ...Object.values(row.keys),
  ...["rule", "cb", "state"].map(key => row.dataset[key])].join(" ").toLowerCase();
const wordsOfPlace = ([t, k]) => {
  const trace = report.traces[t];
  return [trace.path, report.traces[t].violations[k].subject, memberOf(trace, "app"), memberOf(trace, "os")].join(" ").toLowerCase()
};
// A method as a log writes it, -[SceneDelegate sceneDidBecomeActive:], is its selector.
const parse = text => [...text.replace(/[-+]\[\S+ ([^\]]+)\]/g, "$1").toLowerCase()
  .matchAll(/(-)?(?:(rule|subject|sev|severity|state|cb|trace):)?(?:"([^"]*)"?|(\S+))/g)]
  .map(match => ({ isNot: !!match[1], key: match[2] === "severity" ? "sev" : match[2], word: match[3] || match[4] }))
  .filter(term => term.word);
// Whether a finding at a place has the word. After a name, several words with commas are alternatives: sev:error,warning.
const holds = ({ isNot, key, word }, row, place) => {
  const text = key === "trace" ? report.traces[place[0]].path.toLowerCase()
    : key === "subject" ? report.traces[place[0]].violations[place[1]].subject.toLowerCase()
    : key ? (row.dataset[key] || "").toLowerCase() : wordsOf(row) + " " + wordsOfPlace(place);
  return (key ? word.split(",").filter(Boolean) : [word]).some(word => text.includes(word)) !== isNot
};
const matches = (row, terms) => row.places.filter(place => terms.every(term => holds(term, row, place)));
// The known word nearest to one that nothing has: at most a third of its letters differ.
const nearest = word => {
  const known = new Set(findings.flatMap(row => ["rule", "cb", "state", "sev"].flatMap(key =>
    (row.dataset[key] || "").split(/[ (:)]+/))).filter(word => word.length > 1));
  let best = "", least = Math.floor(word.length / 3) + 1;
  for (const full of known) {
    const other = full.toLowerCase();
    let line = Array.from({ length: other.length + 1 }, (_, k) => k);
    for (let i = 1; i <= word.length; i++) {
      const next = [i];
      for (let k = 1; k <= other.length; k++)
        next[k] = Math.min(line[k] + 1, next[k - 1] + 1, line[k - 1] + (word[i - 1] !== other[k - 1]));
      line = next
    }
    if (line[other.length] < least) [least, best] = [line[other.length], full]
  }
  return best
};
const isShown = row => !row.hidden;
const shownFindings = () => findings.filter(isShown);
// Writes a text, or the one that was there in the beginning.
const write = (element, text) => {
  if (!element) return;
  if (element.dataset.all === undefined) element.dataset.all = element.textContent;
  element.textContent = text === undefined ? element.dataset.all : text
};

const applyFilter = () => {
  const terms = parse(field.value), off = offChips(), isFiltered = terms.length > 0 || off.length > 0;
  // What is not listed is shown only if all that is listed is.
  const apply = row => {
    const own = terms.length ? matches(row, terms) : row.places, isAll = own.length === row.places.length;
    row.matching = isAll ? Number(row.dataset.n) : own.length;
    row.hidden = !own.length || off.includes(kindOf(row));
    row.now = row.hidden ? 0 : row.matching;
    // The place in the article that matches first.
    const k = isAll || !own.length ? 0 : row.places.indexOf(own[0]);
    set(one("a", row), { href: "#" + row.article.id + (k && k < 200 ? "-" + (k + 1) : "") });
    one(".n", row).textContent = row.now > 1 ? " ×\u00a0" + grouped(row.now) : ""
  };
  findings.forEach(apply);
  if (listedRows !== findings) listedRows.forEach(apply);
  const shown = findings.filter(isShown);
  for (const group of all(".group", items)) {
    const own = all("li", group).filter(isShown);
    group.hidden = !own.length;
    write(one("summary small", group), isFiltered ? grouped(sumOf(own)) : undefined)
  }
  // Every number that is about the findings is about those that are shown.
  const part = grouped(sumOf(shown)) + " of " + grouped(found);
  hits.textContent = isFiltered ? part : "";
  for (const chip of chips) write(one(".n", chip), terms.length ? grouped(findings.filter(row => kindOf(row) === chip.dataset.chip)
    .reduce((sum, row) => sum + row.matching, 0)) : undefined);
  write(one('.tabs a[href="#overview"] small'), isFiltered ? grouped(sumOf(shown)) : undefined);
  for (const element of all(".shown")) write(element, isFiltered ? part + " shown" : undefined);
  const told = rows => [...severities].reverse().map(name => [sumOf(rows.filter(row => row.dataset.sev === name)), name])
    .filter(pair => pair[0]).map(([sum, name]) => counted(sum, name)).join(", ");
  if (findings.length) write(one("#overview .lead"), isFiltered ? told(shown) || "no finding is shown" : undefined);
  for (const change of all(".changes > li")) {
    const faults = all(".faults li", change), inside = [];
    for (const fault of faults) {
      const own = findings.filter(row => row.article.dataset.group === fault.dataset.group && isShown(row));
      fault.hidden = isFiltered && !own.length;
      write(one(".num", fault), isFiltered ? grouped(sumOf(own)) : undefined);
      inside.push(...own)
    }
    change.hidden = isFiltered && !inside.length;
    write(one(".sum b", change), isFiltered ? told(inside) : undefined);
    for (const rest of all(".sum small, .others > summary", change)) rest.hidden = isFiltered
  }
  for (const details of all(".all-changes details")) {
    if (details.wasOpen === undefined) details.wasOpen = details.open;
    details.open = isFiltered || details.wasOpen;
    if (!isFiltered) details.wasOpen = undefined
  }
  for (const rest of all(".more-changes > summary")) rest.hidden = isFiltered;
  nothing.hidden = shown.length > 0 || !findings.length;
  if (!nothing.hidden) sayNothing(terms, off);
  tellPlace();
  rove();
  saveSoon()
};
const sayNothing = (terms, off) => {
  const what = [field.value.trim(), off.length ? "without " + off.join(", ") : ""].filter(Boolean).join(", ");
  nothing.replaceChildren("No finding matches " + what + ". ", button({}, "Clear the filter", clearFilter));
  for (const term of terms.filter(term => !term.isNot && !findings.some(row => matches(row, [term]).length))) {
    const near = nearest(term.word);
    if (near) nothing.append(make("span", { class: "near" }, " Did you mean ", button({}, near, () => {
      field.value = field.value.replace(new RegExp(term.word.replace(/[^\w]/g, "\\$&"), "i"), () => near);
      applyFilter();
      field.focus()
    }), " ?"))
  }
};
const clearFilter = () => {
  field.value = "";
  for (const chip of chips) set(chip, { "aria-pressed": "true" });
  applyFilter();
  field.focus()
};
// The rows in other groups: in the order of the overview, or those with most findings first.
const groupBy = kind => {
  by = kind;
  for (const element of byButtons) set(element, { "aria-pressed": element.dataset.by === kind });
  for (const group of all(".group", items)) group.remove();
  listedRows = rowsBy(kind);
  const groups = new Map();
  for (const row of listedRows) {
    const key = row.keys[kind];
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row)
  }
  const isOrdered = kind === "cause" || kind === "fault", list = [...groups];
  if (!isOrdered) list.sort((p, q) => sumOf(q[1]) - sumOf(p[1]));
  items.append(...list.map(([key, rows]) => listGroup(key, rows)));
  // The only row of a fault says what its heading would.
  if (kind === "fault") for (const group of all(".group", items)) group.classList.toggle("lone", all("li", group).length === 1);
  arrange();
  applyFilter()
};
// On a wide screen, the overview has the filter above its own list, and another grouping in place of it.
const wide = matchMedia("(min-width:68.75rem)"), bar = one("#overview .list-head");
const arrange = () => {
  const isHome = !!bar && wide.matches && one("#overview").classList.contains("on"), isOther = isHome && by !== groupings[0];
  document.documentElement.classList.toggle("home", isHome);
  if (isHome) {
    bar.append(form);
    bar.after(nothing)
  }
  if (!isHome) {
    side.prepend(form);
    items.firstElementChild.after(nothing)
  }
  if (isOther) bar.after(items);
  else if (items.parentElement !== side) side.append(items);
  const list = one(".all-changes");
  if (list) list.hidden = isOther
};
wide.onchange = () => arrange();
// The list is one stop of the tab key, and arrows move within it.
const isFolded = element => {
  for (let e = element; e !== items; e = e.parentElement) {
    const outer = e.parentElement;
    if (e.hidden || outer.localName === "details" && !outer.open && e.localName !== "summary") return true
  }
  return false
};
const stopsOf = () => all("a.row,.group:not(.lone)>summary", items).filter(element => !isFolded(element));
const rove = to => {
  const on = to || one("a.row[aria-current]", side), stops = stopsOf(), stop = stops.includes(on) ? on : stops[0];
  for (const element of all("a.row,summary", items)) {
    const index = element === stop ? "0" : "-1";
    if (element.getAttribute("tabindex") !== index) set(element, { tabindex: index })
  }
};
let typing;
field.oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(applyFilter, 60)
};
field.addEventListener("keydown", event => {
  if (event.key !== "ArrowDown" && event.key !== "Enter") return;
  event.preventDefault();
  const [first] = shownFindings();
  if (!first) return;
  openAround(first);
  const link = document.documentElement.classList.contains("home") && event.key === "ArrowDown" &&
    all(".changes summary").find(element => element.checkVisibility());
  if (link) link.focus();
  else if (event.key === "Enter") go(keyOfLink(one("a", first)), { push: true, focus: true });
  else {
    one("a", first).tabIndex = 0;
    one("a", first).focus()
  }
});
side.addEventListener("keydown", event => {
  if (!event.target.matches("a.row,summary")) return;
  const stops = stopsOf(), k = stops.indexOf(event.target), group = event.target.closest("details");
  const ways = { ArrowDown: stops[k + 1], ArrowUp: stops[k - 1] || field, Home: stops[0], End: stops[stops.length - 1] };
  let to = ways[event.key];
  if (event.key === "ArrowLeft" && group) {
    group.open = false;
    to = one("summary", group)
  } else if (event.key === "ArrowRight" && event.target.matches("summary")) group.open = true;
  else if (!(event.key in ways)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!to) return;
  if (to !== field) rove(to);
  to.focus();
  if (to.matches("a.row")) go(keyOfLink(to), {})
});
