const side = one("#list"),
  items = one("#items"),
  field = one("#q"),
  hits = one("#hits"),
  nothing = one("#nothing");
const findings = all("li[data-sev]", items || document.createElement("i"));
const byCause = all(".group", items || document.createElement("i")).map(g => {
  const rows = all("li", g);
  for (const li of rows) li.group = one("summary", g).firstChild.data;
  return {
    group: g,
    rows
  }
});
const sumOf = list => list.reduce((n, li) => n + Number(li.dataset.n || 1), 0),
  kindOf = li => li.dataset.kind || li.dataset.sev;
const write = (e, text) => {
  if (e.dataset.all === undefined) e.dataset.all = e.textContent;
  const now = text === undefined ? e.dataset.all : text;
  if (e.textContent !== now) e.textContent = now
};
const chips = all(".chip"),
  bys = all("[data-by]"),
  firstBy = bys.length ? bys[0].dataset.by : "";
let by = firstBy;
const keyOfLink = a => a.key || (a.key = decodeURIComponent(a.getAttribute("href").slice(1))),
  idOf = li => keyOfLink(one("a", li));
const wordsOf = li => {
  if (li.words === undefined) {
    const e = li.dataset.sev && document.getElementById(idOf(li)),
      h = e && one("h2", e);
    li.words = [li.textContent, li.group, ...["rule", "trace", "also", "subject", "cb", "sev", "state"].map(
      k => li.dataset[k] || ""), h ? h.textContent : ""].join(" ").toLowerCase()
  }
  return li.words
};
// A method as a log writes it, -[SceneDelegate sceneDidBecomeActive:], is its selector.
const parse = text => {
  const terms = [];
  for (const m of text.replace(/[-+]\[\S+ ([^\]]+)\]/g, "$1").toLowerCase().matchAll(
      /(-)?(?:(rule|subject|sev|severity|state|cb|trace):)?(?:"([^"]*)"?|(\S+))/g)) {
    const word = m[3] !== undefined ? m[3] : m[4];
    if (word) terms.push({
      not: !!m[1],
      key: m[2],
      word
    })
  }
  return terms
};
const keyOf = {
  rule: "rule",
  subject: "subject",
  sev: "sev",
  severity: "sev",
  state: "state",
  cb: "cb",
  trace: "trace"
};
// After a name, several words with commas are alternatives: sev:error,warning.
const holds = (term, li) => {
  const text = term.key ? ((li.dataset[keyOf[term.key]] || "") + " " + (term.key === "trace" && li.dataset
    .also || "")).toLowerCase() : wordsOf(li);
  return (term.key ? term.word.split(",").filter(Boolean) : [term.word]).some(w => text.includes(w)) !==
    term.not
};
// The known word nearest to one that nothing has: at most a third of its letters differ.
const nearest = word => {
  const known = new Set();
  for (const li of findings)
    for (const k of ["rule", "cb", "state", "sev"])
      for (const w of (li.dataset[k] || "").split(/[ (:)]+/))
        if (w.length > 1) known.add(w);
  let best = "",
    least = Math.floor(word.length / 3) + 1;
  for (const full of known) {
    const k = full.toLowerCase();
    let row = Array.from({
      length: k.length + 1
    }, (_, j) => j);
    for (let i = 1; i <= word.length; i++) {
      const next = [i];
      for (let j = 1; j <= k.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (
        word[i - 1] !== k[j - 1]));
      row = next
    }
    if (row[k.length] < least) {
      least = row[k.length];
      best = full
    }
  }
  return best
};
const isShown = li => !li.hidden;
const shownFindings = () => all("li[data-sev]", items).filter(isShown);

const applyFilter = () => {
  if (!field) return;
  const terms = parse(field.value),
    off = chips.filter(c => c.getAttribute("aria-pressed") === "false").map(c => c.dataset.chip);
  let shown = 0;
  const matching = [];
  for (const li of findings) {
    const fits = terms.every(t => holds(t, li)),
      yes = fits && !off.includes(kindOf(li));
    if (fits) matching.push(li);
    if (li.hidden === yes) li.hidden = !yes;
    shown += yes
  }
  count(matching, terms.length > 0, terms.length > 0 || off.length > 0);
  let passing = 0;
  for (const g of restGroups) passing += filterRest(g, terms);
  for (const g of all(".items .group", side)) {
    const own = all("li", g),
      n = own.filter(isShown).length;
    g.hidden = !n
  }
  if (terms.length && !shown)
    for (const g of restGroups)
      if (!g.hidden) g.open = true;
  nothing.hidden = shown > 0 || !findings.length;
  if (!nothing.hidden) {
    const clear = make("button", {
      type: "button"
    }, "Clear the filter");
    clear.onclick = clearFilter;
    const what = [field.value.trim(), off.length ? "without " + off.join(", ") : ""].filter(Boolean).join(
      ", ");
    nothing.replaceChildren("No finding matches " + what + ". " + (passing ? passing + (passing === 1 ?
      " other trace does. " : " other traces do. ") : ""), clear);
    for (const t of terms)
      if (!t.not && !findings.some(li => holds(t, li))) {
        const near = nearest(t.word);
        if (!near) continue;
        const b = make("button", {
          type: "button"
        }, near);
        b.onclick = () => {
          field.value = field.value.replace(new RegExp(t.word.replace(/[^\w]/g, "\\$&"), "i"), near);
          applyFilter();
          field.focus()
        };
        nothing.append(make("span", {
          class: "near"
        }, " Did you mean ", b, " ?"))
      }
  }
  rove();
  saveSoon()
};
// Every number that is about the findings is about those that are shown.
const count = (matching, hasWords, isFiltered) => {
  const now = grouped(sumOf(findings.filter(isShown))),
    part = now + " of " + grouped(sumOf(findings)),
    tab = one('.tabs a[href="#overview"] small');
  hits.textContent = isFiltered ? part : "";
  for (const c of chips) write(one(".n", c), hasWords ? grouped(sumOf(matching.filter(li => kindOf(li) === c
    .dataset.chip))) : undefined);
  for (const g of all(".group", items)) {
    const n = one("summary small", g);
    if (n) write(n, isFiltered ? grouped(sumOf(all("li", g).filter(isShown))) : undefined)
  }
  if (tab) write(tab, isFiltered ? now : undefined);
  for (const e of all(".shown")) write(e, isFiltered ? part + " shown" : undefined);
  const sums = byCause.map(({
    rows
  }) => ["error", "warning", "note"].map(s => sumOf(rows.filter(li => isShown(li) && li.dataset.sev ===
    s))));
  const most = Math.max(1, ...sums.map(s => s[0] + s[1] + s[2])),
    lead = one(".causes") && one("#overview .lead");
  if (lead) write(lead, isFiltered ? ["error", "warning", "note"].map((s, j) => [sums.reduce((n, q) => n +
    q[j], 0), s]).filter(p => p[0]).map(([n, s]) => grouped(n) + " " + s + (n > 1 ? "s" : "")).join(
    ", ") || "no finding is shown" : undefined);
  byCause.forEach(({
    group
  }, k) => {
    const row = group.dataset.group && one('.causes li[data-group="' + group.dataset.group + '"]');
    if (!row) return;
    const sum = sums[k][0] + sums[k][1] + sums[k][2];
    row.hidden = isFiltered && !sum;
    write(one(".num", row), isFiltered ? grouped(sum) : undefined);
    let x = .5;
    ["error", "warning", "note"].forEach((s, j) => {
      const r = one(".sevbar ." + s, row);
      if (!r) return;
      if (r.was === undefined) r.was = [r.getAttribute("x"), r.getAttribute("width")];
      const w = sums[k][j] ? Math.max(4, 114 * sums[k][j] / most) : 0;
      set(r, isFiltered ? {
        x,
        width: w
      } : {
        x: r.was[0],
        width: r.was[1]
      });
      x += w + (w ? 1 : 0)
    })
  });
  tellPlace()
};
// The traces of a verdict without findings: their rows are made when the group is opened.
const restGroups = all(".rest .group", side || document.createElement("i")),
  rowLimit = 500;
for (const g of restGroups) {
  const ul = one("ul", g);
  g.fixed = all("li", ul);
  g.addEventListener("toggle", () => {
    if (g.open && g.list) fillRest(g)
  })
}
const filterRest = (g, terms) => {
  g.rows = g.rows || quietData().rows.filter(r => r.isPassing === Number(g.dataset.verdict)).map(r => ({
    row: r,
    dataset: {
      trace: r.path
    },
    textContent: r.path
  }));
  for (const li of g.fixed) li.hidden = !terms.every(t => holds(t, li));
  g.list = terms.length ? g.rows.filter(li => terms.every(t => holds(t, li))) : g.rows;
  const n = g.list.length + g.fixed.filter(isShown).length;
  g.hidden = !n;
  const label = one("summary span", g);
  write(label, terms.length ? grouped(n) + " of " + (label.dataset.all || label.textContent) : undefined);
  g.filled = false;
  if (g.open) fillRest(g);
  return n
};
const fillRest = g => {
  if (g.filled) return;
  g.filled = true;
  const ul = one("ul", g);
  const rows = g.list.slice(0, rowLimit).map(({
    row: r
  }) => make("li", {
    "data-trace": r.path
  }, make("a", {
    class: "row",
    href: "#" + r.section
  }, make("b", {}, shortPath(r.path)))));
  const rest = g.list.length - rows.length;
  if (rest > 0) rows.push(make("li", {
    class: "dim more-rows"
  }, grouped(rest) + " more: use the filter"));
  ul.replaceChildren(...g.fixed, ...rows);
  rove()
};
const shortPath = p => p === "-" ? "standard input" : p.split("/").filter(Boolean).slice(-2).join("/")
  .replace(/(.)\.[^.\/]*$/, "$1");
const clearFilter = () => {
  field.value = "";
  for (const c of chips) set(c, {
    "aria-pressed": "true"
  });
  applyFilter();
  field.focus()
};

// The same rows in other groups: by rule, or by trace or subject.
const groupBy = kind => {
  by = kind;
  for (const b of bys) set(b, {
    "aria-pressed": b.dataset.by === kind
  });
  for (const g of all(".group", items)) g.remove();
  if (kind === firstBy) {
    for (const {
        group,
        rows
      }
      of byCause) {
      one("ul", group).append(...rows);
      items.append(group)
    }
  } else {
    const groups = new Map();
    for (const li of findings) {
      const key = li.dataset[kind] || "no " + kind;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(li)
    }
    for (const [key, rows] of [...groups].sort((p, q) => q[1].length - p[1].length)) {
      const summary = make("summary", {}, make("span", {}, key), " ", make("small", {}, grouped(sumOf(
        rows))));
      items.append(make("details", {
        class: "group",
        open: ""
      }, summary, make("ul", {}, ...rows)))
    }
  }
  applyFilter()
};

// The two parts of the list scroll separately. Each is one stop of the tab key, and arrows move within it.
const isFolded = e => {
  for (let p = e; p !== side; p = p.parentElement) {
    const d = p.parentElement;
    if (p.hidden || d.localName === "details" && !d.open && p.localName !== "summary") return true
  }
  return false
};
const rowsOf = () => all("a.row,summary", side).filter(e => !isFolded(e));
const rove = to => {
  if (!side) return;
  const on = to || one("a.row[aria-current]", side);
  for (const part of [items, one(".rest", side)])
    if (part) {
      const rows = rowsOf().filter(e => part.contains(e)),
        stop = rows.includes(on) ? on : rows[0];
      for (const e of all("a.row,summary", part)) {
        const index = e === stop ? "0" : "-1";
        if (e.getAttribute("tabindex") !== index) set(e, {
          tabindex: index
        })
      }
    }
};
if (field) {
  let soon;
  field.oninput = () => {
    clearTimeout(soon);
    soon = setTimeout(applyFilter, 60)
  };
  one("#filter").onsubmit = e => e.preventDefault();
  for (const c of chips) c.onclick = () => {
    set(c, {
      "aria-pressed": c.getAttribute("aria-pressed") === "false"
    });
    applyFilter()
  };
  for (const b of bys) b.onclick = () => groupBy(b.dataset.by);
  field.addEventListener("keydown", e => {
    if (e.key !== "ArrowDown" && e.key !== "Enter") return;
    e.preventDefault();
    const first = shownFindings()[0] || all(".rest li", side).find(isShown);
    if (first) {
      openAround(first);
      const a = one("a", first);
      if (e.key === "Enter") go(idOf(first), {
        push: true,
        focus: true
      });
      else {
        a.tabIndex = 0;
        a.focus()
      }
    }
  });
  side.addEventListener("keydown", e => {
    if (!e.target.matches("a.row,summary")) return;
    const rows = rowsOf(),
      k = rows.indexOf(e.target);
    let to;
    if (e.key === "ArrowDown") to = rows[k + 1];
    else if (e.key === "ArrowUp") to = rows[k - 1];
    else if (e.key === "Home") to = rows[0];
    else if (e.key === "End") to = rows[rows.length - 1];
    else if (e.key === "ArrowRight" && e.target.matches("summary")) {
      e.target.parentElement.open = true;
      e.preventDefault();
      return
    } else if (e.key === "ArrowLeft") {
      const d = e.target.closest("details");
      if (d) {
        d.open = false;
        to = one("summary", d)
      }
    } else return;
    e.preventDefault();
    e.stopPropagation();
    if (!to) {
      if (e.key === "ArrowUp") field.focus();
      return
    }
    rove(to);
    to.focus();
    if (to.matches("a.row")) go(keyOfLink(to), {})
  })
}