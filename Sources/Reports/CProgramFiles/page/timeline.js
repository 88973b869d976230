// A timeline in its box: which part of it is seen, and the event at the cursor. Positions are numbers of columns in the order of
// events, or times without their long pauses.
const views = new Map();
let active = null;
const timelineBox = (index, number, story) => make("div",
  { class: "tl-box", "data-timeline": index, "data-at": number, id: number ? undefined : prefixOf(index) + "timeline" },
  make("div", { class: "tl-head" }, make("h3", {}, "Timeline"), make("p", { class: "story" }, story || ""),
    make("small", { class: "tl-part" }), make("div", { class: "tl-tools" })),
  make("div", { class: "tl-frame" }, draw("svg", { class: "tl-names", width: 124 }),
    make("div", { class: "tl-scroll", role: "group", tabindex: 0, "aria-label": "Timeline" })),
  make("div", { class: "tl-map" }), make("p", { class: "tl-words", "aria-live": "polite" }));
// The view in a box; it is made when the box is first shown.
const viewOf = box => {
  if (!views.has(box)) {
    const index = Number(box.dataset.timeline), number = Number(box.dataset.at), article = box.article || box.closest("article");
    let data = timelineOf(index);
    if (article && !(data && data.violated.has(number))) data = timelineOfSteps(findingOf(article), index);
    const view = new View(box, data);
    views.set(box, view);
    view.open()
  }
  return views.get(box)
};

class View {
  constructor(box, data) {
    Object.assign(this, { box, data, mode: "order", selected: -1, hover: -1, lane: -1 });
    this.number = Number(box.dataset.at) || 0;
    this.room = this.number ? 3 : 6;
    [this.scroll, this.names, this.map, this.note, this.part] =
      [".tl-scroll", ".tl-names", ".tl-map", ".tl-words", ".tl-part"].map(name => one(name, box));
    this.place();
    this.begin()
  }
  // The first view: all of a short trace, otherwise the events around the finding.
  begin() {
    const d = this.data, v = d.violated.get(this.number);
    this.from = this.low;
    this.to = this.high;
    if (v) this.lane = v.lane;
    if (this.number) this.selected = Math.min(d.count - 1, d.at(this.number));
    const fits = Math.max(5, Math.floor((this.scroll.clientWidth || 900) / 62));
    if (d.count < fits) return;
    const i = this.number ? d.at(this.number) : 0, own = v ? d.of[v.lane].filter(k => k <= i).slice(-5)[0] : i;
    const from = Math.max(0, Math.max(own === undefined ? i : own, i - fits + 4) - (fits > 8 ? 1 : 0));
    this.from = this.pos[from] - .1;
    this.to = Math.max(this.pos[Math.min(d.count - 1, i + (fits > 8 ? 4 : 1))] + 1, this.pos[from] + fits);
    this.limit()
  }
  // The position of every event, and of the calls that are missing.
  place() {
    const d = this.data, n = d.count, p = this.pos = new Float64Array(n), missing = new Map();
    this.breaks = [];
    this.missingCalls = new Map();
    for (const v of d.violations) for (const m of v.missing) {
      if (!missing.has(m.event)) missing.set(m.event, []);
      missing.get(m.event).push([v, m])
    }
    const add = ([violation, { event, name, state }], at) => {
      const key = violation.lane + " " + event;
      if (!this.missingCalls.has(key)) this.missingCalls.set(key, []);
      this.missingCalls.get(key).push({ at, violation, name, state })
    };
    if (this.mode === "order") {
      let at = 0;
      for (let i = 0; i < n; i++) {
        for (const pair of missing.get(d.event[i]) || []) add(pair, at++);
        p[i] = at++
      }
      for (const [number, list] of missing) if (number > d.last) for (const pair of list) add(pair, at++);
      this.low = -.1;
      this.high = at + .1;
      return
    }
    const steps = new Float64Array(Math.max(0, n - 1));
    for (let i = 1; i < n; i++) steps[i - 1] = Math.max(0, d.time[i] - d.time[i - 1]);
    const usual = steps.slice().sort()[Math.floor(steps.length * .9)] || 1e-3, most = Math.max(usual * 8, 1e-6);
    let x = 0;
    for (let i = 1; i < n; i++) {
      if (steps[i - 1] > most) this.breaks.push([x + most / 2, steps[i - 1]]);
      x += Math.min(most, steps[i - 1]);
      p[i] = x
    }
    const pad = Math.max(x * .02, 1e-6);
    this.low = -pad;
    this.high = x + pad * 4;
    for (const [number, list] of missing) {
      const i = Math.min(n - 1, d.at(number)), from = i ? p[i - 1] : p[i] - pad;
      list.forEach((pair, k) => add(pair, from + (p[i] - from) * (k + 1) / (list.length + 1)))
    }
  }
  positionOf(number) {
    const i = this.data.at(number);
    return i >= this.data.count ? this.high - (this.mode === "order" ? .2 : 0) : this.pos[i]
  }
  firstAt(value, list) { return countBefore(list.length, k => this.pos[list[k]] < value) }
  firstIn() { return countBefore(this.data.count, i => this.pos[i] < this.from) }
  lastIn() { return countBefore(this.data.count, i => this.pos[i] <= this.to) - 1 }
  x(position) { return (position - this.from) / (this.to - this.from) * this.width }
  isSeen(i) { return this.pos[i] >= this.from && this.pos[i] <= this.to }
  get whole() { return this.from <= this.low + 1e-9 && this.to >= this.high - 1e-9 }
  limit() {
    const whole = this.high - this.low;
    const least = Math.min(whole, this.mode === "order" ? 4 : whole / Math.max(1, this.data.count) * 2);
    const half = Math.min(whole, Math.max(least, this.to - this.from)) / 2;
    const middle = Math.min(this.high - half, Math.max(this.low + half, (this.from + this.to) / 2));
    this.from = middle - half;
    this.to = middle + half
  }
  // Draws with the next frame.
  redraw() {
    if (this.isPending) return;
    this.isPending = true;
    requestAnimationFrame(() => {
      this.isPending = false;
      this.limit();
      this.render()
    })
  }
  change(from, to, isMoved = true) {
    this.from = from;
    this.to = to;
    this.moved = this.moved || isMoved;
    active = this;
    this.redraw();
    saveSoon()
  }
  zoom(factor, at) {
    const seen = this.selected >= 0 && this.isSeen(this.selected);
    const middle = at === undefined ? seen ? this.pos[this.selected] : (this.from + this.to) / 2 : at;
    this.change(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor)
  }
  pan(share) {
    const by = (this.to - this.from) * share;
    this.change(this.from + by, this.to + by)
  }
  fit() { this.change(this.low, this.high, false) }
  setEvents(from, to) {
    const unit = this.mode === "order" ? 1 : (this.high - this.low) / Math.max(1, this.data.count);
    this.change(this.positionOf(from) - .6 * unit, this.positionOf(to) + 1.2 * unit)
  }
  fitMarked() {
    const list = this.data.violations.map(v => v.event);
    if (list.length) this.setEvents(Math.max(1, Math.min(...list) - 3), Math.min(this.data.last, Math.max(...list) + 3));
    else this.fit()
  }
  setMode(mode) {
    if (mode === "time" && !this.data.time) return;
    const whole = this.whole, from = this.firstIn(), to = this.lastIn();
    this.mode = mode;
    this.place();
    this.mapDrawn = false;
    this.showMode();
    if (whole || to < from) this.fit();
    else this.setEvents(this.data.event[from], this.data.event[to]);
    tell("timeline by " + mode)
  }
  // The nearest event to a position, in the lane if one is given.
  nearest(position, lane) {
    const list = lane >= 0 ? this.data.of[lane] : null, count = list ? list.length : this.data.count;
    const get = k => list ? list[k] : k, k = countBefore(count, k => this.pos[get(k)] < position);
    if (!count) return -1;
    if (!k || k === count) return get(k ? count - 1 : 0);
    return position - this.pos[get(k - 1)] < this.pos[get(k)] - position ? get(k - 1) : get(k)
  }
  // One cursor for the timeline, the states, the tables and the address.
  select(i) {
    const d = this.data;
    if (i < 0 || i >= d.count) return;
    this.selected = i;
    const number = d.event[i], v = d.fault(number), own = d.own(i);
    if (!this.isSeen(i)) {
      const half = (this.to - this.from) / 2;
      this.from = this.pos[i] - half;
      this.to = this.pos[i] + half
    }
    const said = own.map(l => {
      const before = d.stateAt(l, number - 1), after = d.stateAt(l, number), name = d.lanes[l].name;
      if (!after) return name;
      const was = before && before.state !== after.state ? before.state + " → " : "";
      return name + ": " + was + (after.isStill ? "still " : "") + after.state
    }).join(", ");
    this.note.replaceChildren(make("b", {}, "Event " + grouped(number)), " · " + d.name(i) + " · " + said +
      (d.time ? " · " + d.clock(d.time[i]) + (d.isLong ? "" : " s") : ""));
    if (v) this.note.append(" · ", make("a", { href: "#" + v.link }, v.severity + ": " + v.message));
    const others = this.shownLanes().filter(l => !own.includes(l) && !d.lanes[l].isProcess && d.stateAt(l, number));
    for (const l of others.slice(0, 6))
      this.note.append(" ", make("span", { class: "at" }, d.lanes[l].name + " " + d.stateAt(l, number).state));
    if (this.windows && !this.windows.timer) this.windows.at(i);
    if (!this.box.classList.contains("down"))
      set(this.scroll, { "aria-valuenow": i + 1, "aria-valuetext": this.note.textContent });
    showEvent(this.box.closest(".panel"), d.prefix, number);
    this.change(this.from, this.to, false)
  }
  step(by) {
    const list = this.lane >= 0 ? this.data.of[this.lane] : null, count = list ? list.length : this.data.count;
    if (!count) return;
    const within = k => Math.min(count - 1, Math.max(0, k));
    if (!list) {
      this.select(within(this.selected + by));
      return
    }
    let k = countBefore(count, k => list[k] < this.selected);
    if (by > 0 && list[k] === this.selected) k++;
    this.select(list[within(by < 0 ? k - 1 : k)])
  }
  toLane(by) {
    const lanes = [-1, ...this.shownLanes()], k = Math.max(0, lanes.indexOf(this.lane));
    this.lane = lanes[Math.min(lanes.length - 1, Math.max(0, k + by))];
    const lane = this.data.lanes[this.lane];
    tell(lane ? [lane.name, lane.subject].filter(Boolean).join(", ") : "all lanes");
    this.redraw()
  }
  get focusLane() {
    const v = this.data.violated.get(this.number);
    return v ? v.lane : -1
  }
  // The lanes with an event or a state in the visible part: processes, then those with findings, then the busiest.
  shownLanes() {
    const d = this.data, key = [this.from, this.to, this.room, this.mode].join();
    if (this.lanesKey === key) return this.lanesShown;
    const from = this.firstIn(), to = this.lastIn(), low = to >= from ? d.event[from] : 0, high = to >= from ? d.event[to] : 0;
    const found = [];
    d.lanes.forEach((lane, l) => {
      const list = d.of[l], k = this.firstAt(this.from, list);
      let n = 0;
      while (k + n < list.length && n < 200 && this.pos[list[k + n]] <= this.to) n++;
      if (!n && !d.stateAt(l, low) && !d.stateAt(l, high)) return;
      const isMarked = d.marked[l].some(v => v.event >= low && v.event <= high);
      found.push({ l, n, rank: lane.isProcess ? 3 : l === this.focusLane ? 2 : isMarked ? 1 : 0 })
    });
    found.sort((p, q) => q.rank - p.rank || q.n - p.n || p.l - q.l);
    const wide = found.filter(lane => lane.rank === 3).slice(0, 3), rest = found.filter(lane => lane.rank < 3);
    this.hidden = Math.max(0, rest.length - this.room);
    this.lanesKey = key;
    const focus = (p, q) => this.hidden ? (q.rank === 2) - (p.rank === 2) : 0;
    const narrow = rest.slice(0, this.room).sort((p, q) => focus(p, q) || p.l - q.l);
    return this.lanesShown = [...wide, ...narrow].map(lane => lane.l)
  }
}
