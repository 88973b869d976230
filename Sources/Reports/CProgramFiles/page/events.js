// The cursor's event in every table of the panel; tables scroll inside their own boxes, and the page does not scroll.
const eventLists = [];
const showEvent = (panel, prefix, number) => {
  if (!panel) return;
  for (const row of all("tr.at", panel)) row.classList.remove("at");
  for (const row of all('tr[data-e="' + number + '"]', panel)) {
    row.classList.add("at");
    const box = row.closest(".cols .region");
    if (!box) continue;
    const inner = row.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inner.top < outer.top + 28 || inner.bottom > outer.bottom)
      box.scrollTop += inner.top - outer.top - outer.height * .6
  }
  const list = eventLists.find(list => list.data.prefix === prefix && panel.contains(list.view));
  if (list) list.mark(number)
};
document.addEventListener("click", event => {
  const row = event.target.closest("tr[data-e],.vrow");
  if (!row || event.target.closest("a")) return;
  const box = one(".tl-box", row.closest(".panel"));
  if (box) selectIn(box, Number(row.dataset.e))
});
const selectIn = (box, number) => {
  const view = viewOf(box), i = view.data.at(number);
  if (view.data.event[i] === number) view.select(i)
};

// All events of a trace; only the rows in sight exist.
class EventList {
  constructor(box, data) {
    const input = make("input", { type: "search", "aria-label": "Search all events", placeholder: "search all events" });
    this.data = data;
    this.shown = null;
    this.output = make("output", {});
    this.inner = make("div", { role: "rowgroup" });
    this.view = make("div", { class: "virtual", role: "table", tabindex: 0, "aria-label": "All events" }, this.inner);
    box.append(make("p", { class: "sub" }, input, " ", this.output), this.view);
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
    const d = this.data, words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const texts = new Map(), lanes = d.lanes.map(lane => (lane.name + " " + lane.subject).toLowerCase());
    // Most events have the text of another one: its call, and its lanes.
    const textOf = i => {
      const key = d.name(i) + d.call(i);
      if (!texts.has(key)) texts.set(key, key.toLowerCase());
      return texts.get(key)
    };
    this.shown = !words.length ? null : Array.from({ length: d.count }, (_, i) => i).filter(i => words.every(word =>
      textOf(i).includes(word) || String(d.event[i]) === word || d.own(i).some(l => lanes[l].includes(word))));
    const count = this.length;
    this.output.textContent = words.length ? grouped(count) + " of " + grouped(d.count) : counted(d.count, "event");
    this.view.setAttribute("aria-rowcount", count);
    this.inner.style.height = count * 24 + "px";
    this.view.scrollTop = 0;
    this.render()
  }
  get length() { return this.shown ? this.shown.length : this.data.count }
  render() {
    const d = this.data, from = Math.max(0, Math.floor(this.view.scrollTop / 24) - 8), rows = [];
    const to = Math.min(this.length, from + Math.ceil((this.view.clientHeight || 512) / 24) + 16);
    for (let k = from; k < to; k++) {
      const i = this.shown ? this.shown[k] : k, number = d.event[i], v = d.fault(number), [l] = d.own(i);
      const state = l === undefined ? undefined : d.stateAt(l, number), style = v ? " " + v.severity : "";
      const row = make("div", { class: "vrow" + (d.time ? "" : " timeless") + style + (this.at === number ? " at" : ""),
        role: "row", "aria-rowindex": k + 1, id: d.prefix + "e" + number, "data-e": number });
      const cell = (...kids) => row.append(make("span", { role: "cell" }, ...kids));
      cell(String(number));
      if (d.time) cell(d.clock(d.time[i]));
      cell(d.laneNames(i));
      cell(d.isGap(i) ? "events were lost here" : d.name(i));
      cell(state ? (state.isStill ? "still " : "") + state.state : "");
      cell(...v ? [make("a", { href: "#" + v.link }, v.message), " "] : [],
        d.detail(i).map(pair => pair.join(" ")).join(" · "));
      row.style.top = k * 24 + "px";
      rows.push(row)
    }
    this.inner.replaceChildren(...rows)
  }
  has(number) { return this.data.event[this.data.at(number)] === number }
  mark(number) {
    if (!this.has(number)) return false;
    if (this.shown) this.search("");
    this.at = number;
    const top = this.data.at(number) * 24, seen = this.view.scrollTop;
    if (top < seen || top > seen + this.view.clientHeight - 48) this.view.scrollTop = Math.max(0, top - 200);
    this.render();
    return true
  }
  show(number) {
    if (this.mark(number)) this.view.scrollIntoView({ block: "center" })
  }
}
