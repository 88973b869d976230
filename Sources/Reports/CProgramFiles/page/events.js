const lists = [];
// The cursor's event in every table of the panel; tables scroll inside their own boxes, and the page does not scroll.
const showEvent = (panel, prefix, number) => {
  if (!panel) return;
  for (const row of all("tr.at", panel)) row.classList.remove("at");
  for (const row of all('tr[data-e="' + number + '"]', panel)) {
    row.classList.add("at");
    const box = row.closest(".cols .region");
    if (box) {
      const r = row.getBoundingClientRect(),
        b = box.getBoundingClientRect();
      if (r.top < b.top + 28 || r.bottom > b.bottom) box.scrollTop += r.top - b.top - b.height * .6
    }
  }
  const list = lists.find(l => l.prefix === prefix && panel.contains(l.view));
  if (list) {
    list.mark(number);
    return
  }
  const row = document.getElementById(prefix + "e" + number);
  if (row && panel.contains(row)) {
    row.classList.add("at");
    const box = row.closest(".events"),
      r = row.getBoundingClientRect(),
      b = box.getBoundingClientRect();
    if (r.top < b.top + 24 || r.bottom > b.bottom) box.scrollTop += r.top - b.top - b.height / 3
  }
};
const chooseEvent = event => {
  const row = event.target.closest("tr[data-e],.vrow,.ev tr[id]");
  if (!row || event.target.closest("a")) return;
  const panel = row.closest(".panel"),
    box = panel && one(".tl-box[data-timeline]", panel);
  if (!box) return;
  const number = Number(row.dataset.e || /e(\d+)$/.exec(row.id)[1]),
    view = start(box),
    i = view.data.at(number);
  if (view.data.event[i] === number) view.select(i)
};
document.addEventListener("click", chooseEvent);
class VirtualList {
  constructor(box, data) {
    this.data = data;
    this.prefix = data.prefix;
    this.shown = null;
    const near = all(".chunk", box),
      bar = make("p", {
        class: "sub"
      }),
      input = make("input", {
        type: "search",
        "aria-label": "Search all events",
        placeholder: "search all events"
      });
    this.output = make("output", {});
    bar.append(input, " ", this.output);
    this.view = make("div", {
      class: "virtual",
      role: "table",
      tabindex: 0,
      "aria-label": "All events"
    });
    this.inner = make("div", {
      role: "rowgroup"
    });
    this.view.append(this.inner);
    box.append(bar, this.view);
    // The tables for a page without scripts have more details of each event.
    if (near.length) {
      for (const row of all("tr[id]", box)) {
        row.dataset.e = /\d+$/.exec(row.id)[0];
        row.removeAttribute("id")
      }
      box.append(make("details", {
        class: "block near"
      }, make("summary", {}, "Events around findings, in detail"), ...near))
    }
    let soon;
    input.oninput = () => {
      clearTimeout(soon);
      soon = setTimeout(() => this.search(input.value), 80)
    };
    this.view.onscroll = () => this.render();
    new ResizeObserver(() => this.render()).observe(this.view);
    this.search("")
  }
  search(text) {
    const d = this.data,
      words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) this.shown = null;
    else {
      const calls = d.callbacks.map(c => (c.name + " " + c.kind).toLowerCase()),
        lanes = d.lanes.map(l => (l.name + " " + l.subject).toLowerCase());
      const okCall = calls.map(c => words.map(w => c.includes(w))),
        okLane = lanes.map(l => words.map(w => l.includes(w))),
        found = [];
      for (let i = 0; i < d.count; i++) {
        const c = okCall[d.calls[i]],
          own = d.own(i);
        if (words.every((w, k) => c[k] || own.some(x => okLane[x][k]) || String(d.event[i]) === w)) found
          .push(i)
      }
      this.shown = found
    }
    const n = this.length();
    this.output.textContent = words.length ? n + " of " + d.count : d.count + " events";
    this.view.setAttribute("aria-rowcount", n);
    this.inner.style.height = n * 24 + "px";
    this.view.scrollTop = 0;
    this.render()
  }
  length() {
    return this.shown ? this.shown.length : this.data.count
  }
  render() {
    const d = this.data,
      n = this.length(),
      from = Math.max(0, Math.floor(this.view.scrollTop / 24) - 8),
      to = Math.min(n, from + Math.ceil((this.view.clientHeight || 512) / 24) + 16),
      rows = [];
    for (let k = from; k < to; k++) {
      const i = this.shown ? this.shown[k] : k,
        c = d.callbacks[d.calls[i]],
        v = d.violated.get(d.event[i]);
      const row = make("div", {
        class: "vrow" + (d.time ? "" : " timeless") + (v ? " " + v.severity : "") + (this.at === d
          .event[i] ? " at" : ""),
        role: "row",
        "aria-rowindex": k + 1
      });
      const cell = (...kids) => row.append(make("span", {
        role: "cell"
      }, ...kids));
      row.id = d.prefix + "e" + d.event[i];
      row.dataset.e = d.event[i];
      cell(String(d.event[i]));
      if (d.time) cell(d.clock(d.time[i]));
      cell(d.laneNames(i));
      cell(c.kind === "gap" ? "events were lost here" : c.name);
      if (v) cell(make("a", {
        href: "#" + v.link
      }, v.message));
      else cell(c.kind);
      row.style.top = k * 24 + "px";
      rows.push(row)
    }
    this.inner.replaceChildren(...rows)
  }
  has(number) {
    const i = this.data.at(number);
    return i < this.data.count && this.data.event[i] === number
  }
  mark(number) {
    const i = this.data.at(number);
    if (!this.has(number)) return false;
    if (this.shown) {
      this.shown = null;
      this.search("")
    }
    this.at = number;
    const top = i * 24;
    if (top < this.view.scrollTop || top > this.view.scrollTop + this.view.clientHeight - 48) this.view
      .scrollTop = Math.max(0, top - 200);
    this.render();
    return true
  }
  show(number) {
    if (!this.mark(number)) return false;
    openAround(this.view);
    this.view.scrollIntoView({
      block: "center"
    });
    return true
  }
}
const searchRows = (box, bar) => {
  const input = make("input", {
      type: "search",
      "aria-label": "Search the events",
      placeholder: "search the events"
    }),
    output = make("output", {});
  bar.append(" ", input, " ", output);
  let rows, run = 0,
    soon;
  const apply = () => {
    rows = rows || all("tr[id]", box);
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean),
      mine = ++run;
    let i = 0,
      hit = 0;
    const some = () => {
      if (mine !== run) return;
      const until = performance.now() + 24;
      for (; i < rows.length && performance.now() < until; i++) {
        const yes = words.every(w => lower(rows[i]).includes(w));
        hit += yes;
        if (rows[i].hidden === yes) rows[i].hidden = !yes
      }
      if (i < rows.length) {
        setTimeout(some, 0);
        return
      }
      for (const c of all(".chunk", box)) c.hidden = words.length > 0 && !all("tr[id]", c).some(r => !r
        .hidden);
      output.textContent = words.length ? hit + " of " + rows.length : ""
    };
    some()
  };
  input.oninput = () => {
    clearTimeout(soon);
    soon = setTimeout(apply, 120)
  }
};
// The list of a section is made when the section is first shown.
const listOf = section => {
  const box = section && one("[data-events]:not([data-made])", section),
    data = box && dataOf(box.dataset.events);
  if (!data) return;
  box.dataset.made = "";
  if (box.dataset.list === "windows") lists.push(new VirtualList(box, data));
  else if (box.previousElementSibling) searchRows(box, box.previousElementSibling)
};
// Only with scripts do tables scroll within themselves.
for (const b of all(".events:not([data-list=windows])")) set(b, {
  role: "group",
  tabindex: 0,
  "aria-label": "Events"
});