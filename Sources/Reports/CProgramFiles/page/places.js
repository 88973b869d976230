// A page with one finding opens on that finding.
const home = one("#overview"),
  first = findings.length === 1 ? idOf(findings[0]) : home && home.id,
  walk = one("#walk"),
  where = one("#where");
let panel = null,
  place = "";
let rowsById = null,
  marks = [],
  isGone = false;
const rowOf = id => {
  if (!rowsById) {
    rowsById = new Map();
    for (const a of side ? all("a.row", side) : [])
      if (!rowsById.has(keyOfLink(a))) rowsById.set(keyOfLink(a), a)
  }
  return rowsById.get(id) || side && all(".rest a.row", side).find(a => keyOfLink(a) === id)
};
// The panel with the identity, and the element in it; events that only the script lists are found by their number.
const find = id => {
  const m = /^(|.*-)e(\d+)$/.exec(id),
    name = m && (m[1].slice(0, -1) || "trace");
  if (m) listOf(document.getElementById(name) || quietPanel(name));
  const list = m && lists.find(l => l.prefix === m[1] && l.has(Number(m[2])));
  if (list) return {
    panel: list.view.closest(".panel"),
    list,
    number: Number(m[2])
  };
  // A fingerprint alone means the first finding that has it.
  const e = document.getElementById(id) || /^v-[0-9a-f]{8}/.test(id) && one('[id$="-' + CSS.escape(id) +
    '"]');
  if (e) return {
    panel: e.closest(".panel"),
    e
  };
  const opened = quietPanel(id.replace(/-timeline$/, ""));
  return opened ? {
    panel: opened,
    e: opened
  } : {}
};

// Shows one panel and an element in it. Opening a panel adds to the history, moving through the list does not. All changes
// come before any layout query, as each query after a change lays the page out again.
const go = (id, how) => {
  const found = find(id);
  let target = found.panel;
  if (!target) {
    if (id !== "top" && id !== "main") return false;
    target = home;
    id = home.id
  }
  const changed = panel !== target;
  if (isGone) {
    isGone = false;
    nothing.hidden = true
  }
  if (changed) {
    if (panel) panel.classList.remove("on");
    panel = target;
    panel.classList.add("on");
    active = null
  }
  place = id;
  if (panel.id === "traces") drawTraces();
  else listOf(panel);
  const row = rowOf(panel.id),
    tabs = all(".tabs a"),
    part = panel.matches(".trace") ? "#traces" : panel.matches(".v") ? "#overview" : "";
  const tab = tabs.find(a => a.hash === "#" + panel.id) || tabs.find(a => a.hash === part),
    inside = found.e && found.e !== panel ? found.e : null;
  for (const e of marks) e.removeAttribute("aria-current");
  marks = [];
  if (row) {
    set(row, {
      "aria-current": "true"
    });
    marks.push(row);
    openAround(row)
  }
  if (tab) {
    set(tab, {
      "aria-current": "page"
    });
    marks.push(tab)
  }
  tellPlace();
  rove();
  if (row && how.push && matchMedia("(max-width:68.74rem)").matches) closeList();
  if (inside) openAround(inside);
  const box = one(".tl-box[data-timeline]", panel);
  if (box && hasData(box.dataset.timeline)) active = start(box);
  if (row) row.scrollIntoView({
    block: "nearest"
  });
  if (found.list) found.list.show(found.number);
  else if (inside) {
    if (inside.matches(".ev tr") && box) selectIn(box, id);
    inside.scrollIntoView({
      block: "center"
    });
    inside.classList.add("at")
  } else if (changed || how.push) scrollTo(0, 0);
  if (how.focus) {
    const h = one("h2", panel);
    h.tabIndex = -1;
    h.focus({
      preventScroll: true
    })
  }
  if (!how.quiet) save(how.push);
  return true
};
const selectIn = (box, id) => {
  const view = start(box),
    m = /e(\d+)$/.exec(id),
    i = view.data.at(Number(m[1]));
  if (view.data.event[i] === Number(m[1])) view.select(i)
};

const tellPlace = () => {
  if (!walk || !panel) return;
  const list = shownFindings().map(idOf),
    k = list.indexOf(panel.id);
  walk.hidden = !list.length;
  const all = sumOf(shownFindings());
  where.textContent = k < 0 ? grouped(all) + (all === 1 ? " finding" : " findings") : "Finding " + grouped(
    k + 1) + " of " + grouped(list.length)
};
const walkTo = step => {
  const list = shownFindings().map(idOf);
  if (!list.length) {
    tell("no finding");
    return
  }
  const k = list.indexOf(panel ? panel.id : ""),
    to = k < 0 ? (step > 0 ? 0 : list.length - 1) : (k + step + list.length) % list.length;
  // The first move away from the overview can be taken back; further ones replace each other.
  go(list[to], {
    focus: true,
    push: k < 0
  });
  tell("finding " + (to + 1) + " of " + list.length)
};

const address = () => {
  const parts = [place === first ? "" : place];
  if (field && field.value) parts.push("q=" + encodeURIComponent(field.value));
  const off = chips.filter(c => c.getAttribute("aria-pressed") === "false").map(c => c.dataset.chip);
  if (off.length) parts.push("not=" + off.join(","));
  if (by !== firstBy) parts.push("by=" + by);
  if (active && active.mode === "time") parts.push("x=time");
  if (active && active.selected >= 0 && Number(active.box.dataset.at) !== active.data.event[active.selected])
    parts.push("e=" + active.data.event[active.selected]);
  if (active && !active.whole && active.moved) {
    const i = active.firstIn(),
      j = active.lastIn();
    if (j >= i) parts.push("z=" + active.data.event[i] + "-" + active.data.event[j])
  }
  const text = parts.join("&");
  return text ? "#" + text : location.pathname + location.search
};
const save = push => {
  try {
    history[push ? "pushState" : "replaceState"](null, "", address())
  } catch {}
};
let saving;
const saveSoon = () => {
  clearTimeout(saving);
  saving = setTimeout(() => {
    if (panel) save(false)
  }, 150)
};

const restore = () => {
  const [id, ...rest] = location.hash.slice(1).split("&"), p = new URLSearchParams((/=/.test(id) ? [id, ...
    rest
  ] : rest).join("&"));
  if (field && p.has("q")) field.value = p.get("q");
  if (p.has("not"))
    for (const c of chips) set(c, {
      "aria-pressed": !p.get("not").split(",").includes(c.dataset.chip)
    });
  if (p.has("by") && bys.some(b => b.dataset.by === p.get("by"))) groupBy(p.get("by"));
  else applyFilter();
  let wanted = /=/.test(id) ? "" : id;
  try {
    wanted = decodeURIComponent(wanted)
  } catch {}
  if (!wanted || !go(wanted, {
      quiet: true
    })) {
    go(wanted ? home.id : first, {
      quiet: true
    });
    if (wanted) {
      const gone = "“" + wanted + "” is not in this report.";
      tell(gone);
      if (nothing) {
        isGone = true;
        nothing.hidden = false;
        nothing.textContent = gone + " It may be fixed, or the link may be from another report."
      }
    }
  }
  const box = panel && one(".tl-box[data-timeline]", panel);
  if (box && hasData(box.dataset.timeline)) {
    const view = start(box),
      z = /^(\d+)-(\d+)$/.exec(p.get("z") || "");
    if (p.get("x") === "time") view.setMode("time");
    if (z) view.setEvents(Number(z[1]), Number(z[2]));
    if (p.has("e")) selectIn(box, "e" + Number(p.get("e")))
  }
};

const closeList = () => {
  if (!side) return;
  side.classList.remove("open");
  set(one("#b-list"), {
    "aria-expanded": "false"
  })
};
if (one("#b-list")) one("#b-list").onclick = () => {
  const on = side.classList.toggle("open");
  set(one("#b-list"), {
    "aria-expanded": on
  });
  if (on) {
    side.style.top = one(".masthead").getBoundingClientRect().bottom + "px";
    rove();
    const a = one('a.row[tabindex="0"],summary[tabindex="0"]', side);
    if (a) a.focus()
  }
};
document.addEventListener("click", event => {
  if (side && side.classList.contains("open") && !event.target.closest("#list,#b-list")) closeList();
  const a = event.target.closest('a[href^="#"]');
  if (!a || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  let id = a.getAttribute("href").slice(1);
  try {
    id = decodeURIComponent(id)
  } catch {}
  if (go(id, {
      push: true,
      focus: !a.matches(".row") || !event.detail
    })) event.preventDefault()
});
if (walk) {
  one("#b-prev").onclick = () => walkTo(-1);
  one("#b-next").onclick = () => walkTo(1)
}