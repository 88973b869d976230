// The list of findings and traces, and what the filter shows of it.
const side = one("#list");
const items = make("div", { id: "items", class: "items" });
const nothing = make("p", { id: "nothing", class: "nothing", hidden: "" });
const rest = make("div", { class: "rest" });
const memberOf = (trace, name) => trace.metadata[name] || "";
const rowOfArticle = (article, title) => {
  const v = findingOf(article), trace = report.traces[article.dataset.trace], count = Number(article.dataset.count);
  const isSame = ([t, k]) => likeness(report.traces[t].violations[k]) === likeness(v);
  const same = report.faults[article.dataset.group].findings.filter(isSame);
  const paths = [...new Set(same.map(([t]) => report.traces[t].path))].slice(0, 50), event = "event\u00a0" + grouped(v.event);
  const lane = isSingle && trace.timeline && trace.timeline.lanes.findIndex(lane => lane.subject === v.subject);
  const subject = lane >= 0 && lane !== false ? titlesOf(trace.timeline.lanes)[lane] + " · " : "";
  const where = isSingle ? subject + event : paths.length > 1 ? "in " + counted(Number(article.dataset.traces), "trace")
    : shortPath(trace.path) + " · " + event;
  const times = count > 1 ? make("small", { class: "n" }, " ×\u00a0" + grouped(count)) : "";
  const row = make("li", { "data-n": count, "data-sev": v.severity, "data-rule": v.rule, "data-cb": article.dataset.cb,
    "data-state": v.states.join(" "), "data-subject": v.subject, "data-trace": trace.path, "data-also": paths.join(" ") },
    make("a", { class: "row", href: "#" + article.id }, icon(v.severity),
      make("b", {}, title || article.dataset.title, times), make("small", {}, where)));
  row.more = [v.message, v.severity + "s", memberOf(trace, "app"), memberOf(trace, "os"),
    ...(v.causes || []).map(cause => cause.text)].join(" ");
  return row
};
const listGroup = (title, rows) => make("details", { class: "group" + (rows.length === 1 ? " lone" : ""), open: "" },
  make("summary", {}, make("span", {}, title), " ", make("small", {}, grouped(sumOf(rows)))), make("ul", {}, ...rows));
const sumOf = rows => rows.reduce((sum, row) => sum + Number(row.dataset.n || 1), 0);
const found = report.traces.reduce((sum, t) => sum + t.counts.errors + t.counts.warnings + t.counts.notes, 0);
const failing = report.traces.filter(trace => outcomeOf(trace) === "failing").length;
items.append(make("a", { class: "row top", href: "#overview" }, make("b", {}, "Overview"), make("small", { class: "shown" },
  counted(found, "finding") + (isSingle || !failing ? "" : " · " + grouped(failing) + " failing"))));
all(".faults li").forEach(fault => {
  const own = articles.filter(article => article.dataset.group === fault.dataset.group);
  if (!own.length) return;
  const title = one(".what a", fault).textContent;
  const group = listGroup(title, own.map(article => rowOfArticle(article, own.length === 1 && title)));
  group.dataset.group = fault.dataset.group;
  items.append(group)
});
if (isSingle && !found) items.append(make("a", { class: "row", href: "#trace" }, icon(outcomeOf(report.traces[0])),
  make("b", {}, shortPath(report.traces[0].path)), make("small", {}, counted(report.traces[0].events, "event"))));
for (const outcome of isSingle ? [] : ["inconclusive", "passing"]) {
  const traces = report.traces.map((trace, index) => ({ trace, index })).filter(({ trace }) => outcomeOf(trace) === outcome);
  if (!traces.length) continue;
  const group = make("details", { class: "group", "data-verdict": outcome },
    make("summary", {}, icon(outcome), make("span", {}, grouped(traces.length) + " " + outcome + " trace" +
      (traces.length === 1 ? "" : "s"))), make("ul", {}));
  group.rows = traces.map(({ trace, index }) => ({ path: trace.path, id: traceIDs[index], dataset: { trace: trace.path },
    textContent: trace.path }));
  rest.append(group)
}
side.append(items, rest);
side.hidden = false;
items.firstElementChild.after(nothing);
const findings = all("li[data-sev]", items), kindOf = row => row.dataset.sev;
const ownGroups = all(".group", items).map(group => ({ group, rows: all("li", group) }));
for (const { group, rows } of ownGroups) for (const row of rows) row.group = one("summary", group).firstChild.textContent;

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
const groupings = ["fault", "rule", isSingle ? "subject" : "trace"];
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

const keyOfLink = link => link.key || (link.key = decodeURIComponent(link.getAttribute("href").slice(1)));
const idOf = row => keyOfLink(one("a", row));
const wordsOf = row => {
  if (row.words === undefined) row.words = [row.textContent, row.group, row.more,
    ...["rule", "trace", "also", "subject", "cb", "sev", "state"].map(key => row.dataset[key])].join(" ").toLowerCase();
  return row.words
};
// A method as a log writes it, -[SceneDelegate sceneDidBecomeActive:], is its selector.
const parse = text => [...text.replace(/[-+]\[\S+ ([^\]]+)\]/g, "$1").toLowerCase()
  .matchAll(/(-)?(?:(rule|subject|sev|severity|state|cb|trace):)?(?:"([^"]*)"?|(\S+))/g)]
  .map(match => ({ isNot: !!match[1], key: match[2] === "severity" ? "sev" : match[2], word: match[3] || match[4] }))
  .filter(term => term.word);
// After a name, several words with commas are alternatives: sev:error,warning.
const holds = ({ isNot, key, word }, row) => {
  const text = key ? [row.dataset[key], key === "trace" && row.dataset.also].join(" ").toLowerCase() : wordsOf(row);
  return (key ? word.split(",").filter(Boolean) : [word]).some(word => text.includes(word)) !== isNot
};
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
const shownFindings = () => all("li[data-sev]", items).filter(isShown);
// Writes a text, or the one that was there in the beginning.
const write = (element, text) => {
  if (!element) return;
  if (element.dataset.all === undefined) element.dataset.all = element.textContent;
  element.textContent = text === undefined ? element.dataset.all : text
};

const applyFilter = () => {
  const terms = parse(field.value), off = offChips(), isFiltered = terms.length > 0 || off.length > 0;
  const matching = findings.filter(row => terms.every(term => holds(term, row)));
  for (const row of findings) row.hidden = !matching.includes(row) || off.includes(kindOf(row));
  const shown = findings.filter(isShown), traces = restGroups.reduce((sum, group) => sum + filterRest(group, terms), 0);
  for (const group of all(".group", items)) {
    const own = all("li", group).filter(isShown);
    group.hidden = !own.length;
    write(one("summary small", group), isFiltered ? grouped(sumOf(own)) : undefined)
  }
  if (terms.length && !shown.length) for (const group of restGroups) group.open = group.open || !group.hidden;
  // Every number that is about the findings is about those that are shown.
  const part = grouped(sumOf(shown)) + " of " + grouped(sumOf(findings));
  hits.textContent = isFiltered ? part : "";
  for (const chip of chips) write(one(".n", chip), terms.length
    ? grouped(sumOf(matching.filter(row => kindOf(row) === chip.dataset.chip))) : undefined);
  write(one('.tabs a[href="#overview"] small'), isFiltered ? grouped(sumOf(shown)) : undefined);
  for (const element of all(".shown")) write(element, isFiltered ? part + " shown" : undefined);
  const faults = all(".faults li");
  if (faults.length) write(one("#overview .lead"), isFiltered ? [...severities].reverse().map(name =>
    [sumOf(shown.filter(row => row.dataset.sev === name)), name]).filter(pair => pair[0])
    .map(([sum, name]) => counted(sum, name)).join(", ") || "no finding is shown" : undefined);
  for (const row of faults) {
    const own = ownGroups.find(({ group }) => group.dataset.group === row.dataset.group);
    const sum = own ? sumOf(own.rows.filter(isShown)) : 0;
    row.hidden = isFiltered && !sum;
    write(one(".num", row), isFiltered ? grouped(sum) : undefined)
  }
  nothing.hidden = shown.length > 0 || !findings.length;
  if (!nothing.hidden) sayNothing(terms, off, traces);
  tellPlace();
  rove();
  saveSoon()
};
const sayNothing = (terms, off, traces) => {
  const what = [field.value.trim(), off.length ? "without " + off.join(", ") : ""].filter(Boolean).join(", ");
  const others = traces ? counted(traces, "other trace") + (traces === 1 ? " does. " : " do. ") : "";
  nothing.replaceChildren("No finding matches " + what + ". " + others, button({}, "Clear the filter", clearFilter));
  for (const term of terms.filter(term => !term.isNot && !findings.some(row => holds(term, row)))) {
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
// The traces that do not fail: their rows are made when the group is opened.
const restGroups = all(".group", rest);
for (const group of restGroups) {
  group.rows = group.rows || all("li", group);
  group.addEventListener("toggle", () => { if (group.open && group.list) fillRest(group) })
}
const filterRest = (group, terms) => {
  group.list = group.rows.filter(row => terms.every(term => holds(term, row)));
  group.hidden = !group.list.length;
  write(one("summary span", group), terms.length ? grouped(group.list.length) + " of " +
    (one("summary span", group).dataset.all || one("summary span", group).textContent) : undefined);
  group.isFilled = false;
  if (group.open) fillRest(group);
  return group.list.length
};
const fillRest = group => {
  if (group.isFilled) return;
  group.isFilled = true;
  const rows = group.list.slice(0, 500).map(row => row instanceof Element ? row : make("li", { "data-trace": row.path },
    make("a", { class: "row", href: "#" + row.id }, make("b", {}, shortPath(row.path)))));
  const left = group.list.length - rows.length;
  if (left > 0) rows.push(make("li", { class: "dim more-rows" }, grouped(left) + " more: use the filter"));
  one("ul", group).replaceChildren(...rows);
  rove()
};
// The same rows in other groups: by rule, or by trace or subject.
const groupBy = kind => {
  by = kind;
  for (const element of byButtons) set(element, { "aria-pressed": element.dataset.by === kind });
  for (const group of all(".group", items)) group.remove();
  const groups = new Map();
  for (const row of findings) {
    const key = row.dataset[kind] || "no " + kind;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row)
  }
  if (kind === groupings[0]) for (const { group, rows } of ownGroups) {
    one("ul", group).append(...rows);
    items.append(group)
  } else items.append(...[...groups].sort((p, q) => q[1].length - p[1].length).map(([key, rows]) => listGroup(key, rows)));
  applyFilter()
};

// The two parts of the list scroll separately. Each is one stop of the tab key, and arrows move within it.
const isFolded = element => {
  for (let e = element; e !== side; e = e.parentElement) {
    const outer = e.parentElement;
    if (e.hidden || outer.localName === "details" && !outer.open && e.localName !== "summary") return true
  }
  return false
};
const stopsOf = part => all("a.row,.group:not(.lone)>summary", part).filter(element => !isFolded(element));
const rove = to => {
  const on = to || one("a.row[aria-current]", side);
  for (const part of [items, rest]) {
    const stops = stopsOf(part), stop = stops.includes(on) ? on : stops[0];
    for (const element of all("a.row,summary", part)) {
      const index = element === stop ? "0" : "-1";
      if (element.getAttribute("tabindex") !== index) set(element, { tabindex: index })
    }
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
  const first = shownFindings()[0] || all("li", rest).find(isShown);
  if (!first) return;
  openAround(first);
  if (event.key === "Enter") go(idOf(first), { push: true, focus: true });
  else {
    one("a", first).tabIndex = 0;
    one("a", first).focus()
  }
});
side.addEventListener("keydown", event => {
  if (!event.target.matches("a.row,summary")) return;
  const stops = stopsOf(side), k = stops.indexOf(event.target), group = event.target.closest("details");
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
