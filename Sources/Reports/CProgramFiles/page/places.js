// The panel that is shown, and the address that says so. A page about one trace opens on its first finding, beside the timeline
// of all; of a long one, the overview shows when it was found.
const home = one("#overview"), isShort = isSingle && !report.traces[0].overview;
const first = findings.length && (isShort || findings.length === 1) && findings[0].dataset.sev !== "note" ? idOf(findings[0]) : home.id;
const where = make("span", { id: "where" });
const walk = make("div", { class: "walk", id: "walk" }, where,
  button({ id: "b-prev", "aria-label": "Previous finding" }, make("span", { "aria-hidden": "true" }, "↑"), () => walkTo(-1)),
  button({ id: "b-next", "aria-label": "Next finding" }, make("span", { "aria-hidden": "true" }, "↓"), () => walkTo(1)),
  button({ id: "b-link" }, location.protocol === "file:" ? "Copy" : "Copy link"));
one("main").prepend(walk);
let panel = null, place = "", marks = [], isGone = false;
const rowOf = id => {
  const row = listedRows.find(row => idOf(row) === id && isShown(row));
  return row ? one("a", row) : id === home.id ? items.firstElementChild : null
};
// The panel with the identity, and the element in it; events that only the script lists are found by their number.
const find = id => {
  const match = /^(|.*-)e(\d+)$/.exec(id), trace = match && (match[1].slice(0, -1) || "trace");
  if (match && indexOfTrace.has(trace)) {
    const { panel } = find(trace), list = eventLists.find(list => panel && panel.contains(list.view));
    return list && list.has(Number(match[2])) ? { panel, list, number: Number(match[2]) } : { panel }
  }
  const outer = id.replace(/-?timeline$/, "") || "trace";
  if (indexOfTrace.has(outer) && !document.querySelector('section[id="' + CSS.escape(outer) + '"]')) tracePanel(outer);
  // An older link to a finding begins with its trace; a rule may be named alone.
  const element = document.getElementById(id) || document.getElementById("rule-" + id) ||
    document.getElementById(id.replace(/^t[0-9a-f]+x*-(?=v-)/, ""));
  return element && element.closest(".panel") ? { panel: element.closest(".panel"), element } : {}
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
  const isChanged = panel !== target, inside = found.element && found.element !== target ? found.element : null;
  if (isGone) isGone = !(nothing.hidden = true);
  if (isChanged) {
    if (panel) panel.classList.remove("on");
    panel = target;
    panel.classList.add("on");
    active = null;
    furnish(panel);
    arrange()
  }
  place = found.list ? panel.id : id;
  const row = rowOf(panel.id), part = panel.matches(".trace") ? isSingle ? "#trace" : "#traces" : "#overview";
  const tabs = all(".tabs a"), tab = tabs.find(link => link.hash === "#" + panel.id) || tabs.find(link => link.hash === part);
  for (const element of marks) element.removeAttribute("aria-current");
  marks = [row, tab].filter(Boolean);
  if (tab) set(tab, { "aria-current": "page" });
  if (row) {
    set(row, { "aria-current": "true" });
    openAround(row)
  }
  tellPlace();
  rove();
  if (row && how.push && matchMedia("(max-width:68.74rem)").matches) closeList();
  if (inside) openAround(inside);
  const box = one(".tl-box", panel);
  if (box) active = viewOf(box);
  if (row) row.scrollIntoView({ block: "nearest" });
  if (found.list) {
    found.list.show(found.number);
    selectIn(box, found.number)
  } else if (inside) {
    inside.scrollIntoView({ block: "center" });
    inside.classList.add("at")
  } else if (isChanged || how.push) scrollTo(0, 0);
  if (how.focus) {
    const heading = one("h2", panel);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true })
  }
  if (!how.quiet) save(how.push);
  return true
};

const tellPlace = () => {
  if (!panel) return;
  const list = shownFindings(), k = list.findIndex(row => idOf(row) === panel.id);
  walk.hidden = list.length < 2;
  where.textContent = k < 0 ? counted(sumOf(list), "finding") : "Finding " + grouped(k + 1) + " of " + grouped(list.length)
};
const walkTo = step => {
  const list = shownFindings().map(idOf), k = list.indexOf(panel.id);
  if (!list.length) {
    tell("no finding");
    return
  }
  const to = k < 0 ? step > 0 ? 0 : list.length - 1 : (k + step + list.length) % list.length;
  // The first move away from the overview can be taken back; further ones replace each other.
  go(list[to], { focus: true, push: k < 0 });
  tell("finding " + (to + 1) + " of " + list.length)
};

const address = () => {
  const off = offChips(), isAt = active && active.selected >= 0 && active.number !== active.data.event[active.selected];
  const parts = [field.value && "q=" + encodeURIComponent(field.value), off.length && "not=" + off.join(","),
    by !== groupings[0] && "by=" + by, active && active.mode === "time" && "x=time",
    isAt && "e=" + active.data.event[active.selected]];
  if (active && !active.whole && active.moved) {
    const from = active.firstIn(), to = active.lastIn();
    if (to >= from) parts.push("z=" + active.data.event[from] + "-" + active.data.event[to])
  }
  const told = parts.filter(Boolean), isFirst = place === first && !told.length;
  return isFirst ? location.pathname + location.search : "#" + [place, ...told].join("&")
};
const save = push => {
  try {
    history[push ? "pushState" : "replaceState"](null, "", address())
  } catch {}
};
let saving;
const saveSoon = () => {
  clearTimeout(saving);
  saving = setTimeout(() => { if (panel) save(false) }, 150)
};
const restore = () => {
  const parts = location.hash.slice(1).split("&"), id = parts[0].includes("=") ? "" : parts.shift();
  const values = new URLSearchParams(parts.join("&"));
  field.value = values.get("q") || "";
  const off = (values.get("not") || "").split(",");
  for (const chip of chips) set(chip, { "aria-pressed": !off.includes(chip.dataset.chip) });
  const wantedBy = values.get("by") || groupings[0];
  groupBy(groupings.includes(wantedBy) ? wantedBy : groupings[0]);
  let wanted = id;
  try {
    wanted = decodeURIComponent(id)
  } catch {}
  if (!wanted || !go(wanted, { quiet: true })) {
    go(wanted ? home.id : first, { quiet: true });
    if (wanted) {
      const gone = "“" + wanted + "” is not in this report.";
      tell(gone);
      isGone = true;
      nothing.hidden = false;
      nothing.textContent = gone + " It may be fixed, or the link may be from another report."
    }
  }
  const box = one(".tl-box", panel), seen = /^(\d+)-(\d+)$/.exec(values.get("z") || "");
  if (!box) return;
  const view = viewOf(box);
  if (values.get("x") === "time") view.setMode("time");
  if (seen) view.setEvents(Number(seen[1]), Number(seen[2]));
  if (values.has("e")) selectIn(box, Number(values.get("e")))
};

const listButton = button({ id: "b-list", "aria-expanded": "false", "aria-controls": "list" }, "List", () => {
  const isOpen = side.classList.toggle("open");
  set(listButton, { "aria-expanded": isOpen });
  if (!isOpen) return;
  side.style.top = one(".masthead").getBoundingClientRect().bottom + "px";
  rove();
  const stop = one('a.row[tabindex="0"],summary[tabindex="0"]', side);
  if (stop) stop.focus()
});
const closeList = () => {
  side.classList.remove("open");
  set(listButton, { "aria-expanded": "false" })
};
document.addEventListener("click", event => {
  if (side.classList.contains("open") && !event.target.closest("#list,#b-list")) closeList();
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  let id = link.getAttribute("href").slice(1);
  try {
    id = decodeURIComponent(id)
  } catch {}
  if (go(id, { push: true, focus: !link.matches(".row") || !event.detail })) event.preventDefault()
});
