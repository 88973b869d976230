// Reads the data of the page: the timelines with columns of events, and the traces without findings, which are only data
// until one is opened. In this script `d` is the data of a timeline, `v` a finding in it, `m` a call that is missing
// there, `i` the place of an event among those of the timeline, and `l` the place of a lane.
const timelines = new Map();
let active = null;
const readings = new Map();
const textOf = id => {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null
};
// What all timelines share: the names of states and their looks, the callbacks, and lists that several traces have.
const words = textOf("data-words") || {};
words.callbacks = (words.cb || []).map(([name, kind]) => ({ name, kind }));
let silent;
const quietData = () => {
  if (!silent) {
    const read = textOf("data-quiet") || { rows: [], lines: {} };
    const rows = read.rows.map(([path, events, isPassing, section, index, notes]) =>
      ({ path, events, isPassing, section, index, notes }));
    silent = { rows, lines: read.lines }
  }
  return silent
};
const hasData = index => !!document.getElementById("data-" + index) || index in quietData().lines;
// A number instead of a list is the place of a list that several traces have.
const listed = list => typeof list === "number" ? words.lists[list] : list;
// How many elements of a sorted list come before; `isBefore` gets the place of an element.
const countBefore = (count, isBefore) => {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle
  }
  return low
};
// Intervals are written as their state, the distance from the one before, and their length.
const readLane = ([name, subject, list, isProcess]) => {
  const intervals = listed(list).slice();
  let end = 0;
  for (let k = 1; k < intervals.length; k += 3) {
    intervals[k] += end;
    end = intervals[k] + intervals[k + 1]
  }
  return { name, subject, intervals, isProcess }
};
const readFinding = ([event, lane, rank, link, missing, surplus, message]) => ({
  event, lane, rank, link, message, severity: severities[rank],
  missing: missing.map(([event, name, state]) => ({ event, name, state }))
});
// Recordings of an hour and more have hours and minutes.
const clockOf = isLong => seconds => {
  if (!isLong) return seconds.toFixed(3);
  const all = Math.round(seconds * 1e3), two = number => String(number).padStart(2, "0");
  return two(Math.floor(all / 36e5)) + ":" + two(Math.floor(all / 6e4) % 60) + ":" + two(Math.floor(all / 1e3) % 60) +
    "." + String(all % 1e3).padStart(3, "0")
};
const dataOf = index => {
  if (readings.has(index)) return readings.get(index);
  const read = textOf("data-" + index) || quietData().lines[index];
  if (!read) return null;
  const calls = listed(read.c), lanesOfEvents = listed(read.l), count = calls.length;
  const lanes = read.lanes.map(readLane), violations = (read.v || []).map(readFinding);
  // Numbers of events and times are written as differences from the one before.
  const event = new Int32Array(count), time = read.t ? new Float64Array(count) : null, unit = read.unit || 1e4;
  let number = 0, units = 0;
  for (let i = 0; i < count; i++) {
    number = read.e ? number + read.e[i] : i + 1;
    event[i] = number;
    if (time) {
      units += read.t[i];
      time[i] = units / unit
    }
  }
  const own = i => typeof lanesOfEvents[i] === "number" ? [lanesOfEvents[i]] : lanesOfEvents[i];
  const of = lanes.map(() => []);
  for (let i = 0; i < count; i++) for (const l of own(i)) of[l].push(i);
  const marked = lanes.map(() => []), violated = new Map();
  for (const v of violations) {
    marked[v.lane].push(v);
    if (!violated.has(v.event)) violated.set(v.event, v)
  }
  const at = number => countBefore(count, i => event[i] < number);
  const stateAt = (l, number) => {
    const list = lanes[l].intervals, k = 3 * countBefore(list.length / 3, k => list[k * 3 + 1] <= number) - 3;
    return k >= 0 && number < list[k + 1] + list[k + 2] ? words.states[list[k]] : ""
  };
  const name = i => {
    const call = words.callbacks[calls[i]];
    return call.kind === "gap" ? "events were lost" : call.name + (call.kind ? " (" + call.kind + ")" : "")
  };
  const laneNames = i => own(i).map(l => lanes[l].name).join(", ");
  const long = count > 0 && time && time[count - 1] >= 3600;
  const prefix = read.pre === undefined
    ? quietData().rows.find(row => String(row.index) === index).section + "-" : read.pre;
  const d = {
    callbacks: words.callbacks, states: words.states, looks: words.looks, calls, lanes, violations, event, time, of,
    own,
    marked, violated, count, at, stateAt, name, laneNames, long, clock: clockOf(long), prefix, over: read.over,
    all: read.all === undefined ? count : read.all, n: count ? event[count - 1] : 1
  };
  readings.set(index, d);
  return d
};

const start = box => {
  let t = timelines.get(box);
  if (!t) {
    t = new View(box, dataOf(box.dataset.timeline));
    timelines.set(box, t);
    t.open()
  }
  return t
};

class View {
  constructor(box, data) {
    this.box = box;
    this.data = data;
    this.mode = "order";
    this.selected = -1;
    this.hover = -1;
    this.lane = -1;
    this.room = box.dataset.at ? 3 : 6;
    this.scroll = one(".tl-scroll", box);
    this.names = one(".tl-names", box);
    this.map = one(".tl-map", box);
    this.note = one(".tl-say", box);
    this.part = one(".tl-part", box);
    this.place();
    this.begin()
  }
  // The first view: all of a short trace, otherwise the events around the finding.
  begin() {
    const d = this.data,
      number = Number(this.box.dataset.at),
      v = d.violated.get(number);
    this.from = this.low;
    this.to = this.high;
    if (v) this.lane = v.lane;
    if (number) this.selected = Math.min(d.count - 1, d.at(number));
    const fits = Math.max(5, Math.floor((this.scroll.clientWidth || 900) / 62));
    if (d.count < fits) return;
    const i = number ? d.at(number) : 0,
      own = v ? d.of[v.lane].filter(k => k <= i).slice(-5)[0] : i;
    const from = Math.max(0, Math.max(own === undefined ? i : own, i - fits + 4) - (fits > 8 ? 1 : 0));
    this.from = this.pos[from] - .1;
    this.to = Math.max(this.pos[Math.min(d.count - 1, i + (fits > 8 ? 4 : 1))] + 1, this.pos[from] + fits);
    this.limit()
  }
  // The position of every event: by its number, with room for missing calls, or by its time, with long pauses cut.
  place() {
    const d = this.data,
      n = d.count,
      p = this.pos = new Float64Array(n);
    this.breaks = [];
    this.ghosts = new Map();
    const missing = new Map();
    for (const v of d.violations)
      for (const m of v.missing) {
        if (!missing.has(m.event)) missing.set(m.event, []);
        missing.get(m.event).push([v, m])
      }
    const ghost = (v, m, at) => {
      const key = v.lane + " " + m.event;
      if (!this.ghosts.has(key)) this.ghosts.set(key, []);
      this.ghosts.get(key).push({ at, violation: v, name: m.name, state: m.state })
    };
    if (this.mode === "order") {
      let at = 0;
      for (let i = 0; i < n; i++) {
        for (const [v, m] of missing.get(d.event[i]) || []) ghost(v, m, at++);
        p[i] = at++
      }
      this.low = -.1;
      this.high = at + .1;
      return
    }
    const steps = new Float64Array(Math.max(0, n - 1));
    for (let i = 1; i < n; i++) steps[i - 1] = Math.max(0, d.time[i] - d.time[i - 1]);
    const sorted = steps.slice().sort(),
      usual = sorted[Math.floor(sorted.length * .9)] || 1e-3,
      most = Math.max(usual * 8, 1e-6);
    let x = 0;
    if (n) p[0] = 0;
    for (let i = 1; i < n; i++) {
      const s = steps[i - 1];
      if (s > most) {
        this.breaks.push([x + most / 2, s]);
        x += most
      } else x += s;
      p[i] = x
    }
    const pad = Math.max(x * .02, 1e-6);
    this.low = -pad;
    this.high = x + pad * 4;
    for (const [number, list] of missing) {
      const i = Math.min(n - 1, d.at(number)),
        from = i ? p[i - 1] : p[i] - pad;
      list.forEach(([v, m], k) => ghost(v, m, from + (p[i] - from) * (k + 1) / (list.length + 1)))
    }
  }
  positionOf(number) {
    const d = this.data,
      i = d.at(number);
    if (!d.count) return 0;
    return i >= d.count ? this.high - (this.mode === "order" ? .2 : 0) : this.pos[i]
  }
  firstAt(value, list) {
    let a = 0,
      b = list.length;
    while (a < b) {
      const m = (a + b) >> 1;
      if (this.pos[list[m]] < value) a = m + 1;
      else b = m
    }
    return a
  }
  x(position) {
    return (position - this.from) / (this.to - this.from) * this.width
  }
  get whole() {
    return this.from <= this.low + 1e-9 && this.to >= this.high - 1e-9
  }
  limit() {
    const whole = this.high - this.low,
      least = Math.min(whole, this.mode === "order" ? 4 : whole / Math.max(1, this.data.count) * 2);
    const w = Math.min(whole, Math.max(least, this.to - this.from)),
      m = (this.from + this.to) / 2;
    const c = Math.min(this.high - w / 2, Math.max(this.low + w / 2, m));
    this.from = c - w / 2;
    this.to = c + w / 2
  }
  soon() {
    active = this;
    if (!this.pending) {
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.limit();
        this.render()
      })
    }
    saveSoon()
  }
  zoom(factor, at) {
    const m = at === undefined ? (this.selected >= 0 && this.isSeen(this.selected) ? this.pos[this
      .selected] : (this.from + this.to) / 2) : at;
    this.from = m - (m - this.from) * factor;
    this.to = m + (this.to - m) * factor;
    this.moved = true;
    this.soon()
  }
  pan(share) {
    const s = (this.to - this.from) * share;
    this.from += s;
    this.to += s;
    this.moved = true;
    this.soon()
  }
  fit() {
    this.from = this.low;
    this.to = this.high;
    this.soon()
  }
  isSeen(i) {
    return this.pos[i] >= this.from && this.pos[i] <= this.to
  }
  unit() {
    return this.mode === "order" ? 1 : (this.high - this.low) / Math.max(1, this.data.count)
  }
  setEvents(from, to) {
    this.from = this.positionOf(from) - .6 * this.unit();
    this.to = this.positionOf(to) + 1.2 * this.unit();
    this.moved = true;
    this.soon()
  }
  setMode(mode) {
    if (mode === "time" && !this.data.time) return;
    const whole = this.whole,
      from = this.firstIn(),
      to = this.lastIn();
    this.mode = mode;
    this.place();
    this.mapDrawn = false;
    this.buttons();
    if (whole || to < from) this.fit();
    else this.setEvents(this.data.event[from], this.data.event[to]);
    tell("timeline by " + mode)
  }
  firstIn() {
    let a = 0,
      b = this.data.count;
    while (a < b) {
      const m = (a + b) >> 1;
      if (this.pos[m] < this.from) a = m + 1;
      else b = m
    }
    return a
  }
  lastIn() {
    let a = 0,
      b = this.data.count;
    while (a < b) {
      const m = (a + b) >> 1;
      if (this.pos[m] <= this.to) a = m + 1;
      else b = m
    }
    return a - 1
  }
  // The nearest event to a position, in the lane if one is given.
  nearest(position, lane) {
    const list = lane >= 0 ? this.data.of[lane] : null,
      n = list ? list.length : this.data.count,
      get = k => list ? list[k] : k;
    if (!n) return -1;
    let a = 0,
      b = n;
    while (a < b) {
      const m = (a + b) >> 1;
      if (this.pos[get(m)] < position) a = m + 1;
      else b = m
    }
    if (a === n) return get(n - 1);
    if (!a) return get(0);
    return position - this.pos[get(a - 1)] < this.pos[get(a)] - position ? get(a - 1) : get(a)
  }
  // One cursor for the timeline, the states, the tables and the address.
  select(i) {
    const d = this.data;
    if (i < 0 || i >= d.count) return;
    this.selected = i;
    const v = d.violated.get(d.event[i]);
    if (!this.isSeen(i)) {
      const w = this.to - this.from;
      this.from = this.pos[i] - w / 2;
      this.to = this.pos[i] + w / 2
    }
    const own = d.own(i),
      said = own.map(l => {
        const before = d.stateAt(l, d.event[i] - 1),
          after = d.stateAt(l, d.event[i]);
        return d.lanes[l].name + (after && after !== before ? ": " + (before ? before + " → " : "") +
          after : after ? ": " + after : "")
      }).join(", ");
    this.note.replaceChildren(make("b", {}, "Event " + grouped(d.event[i])), " · " + d.name(i) + " · " +
      said + (d.time ? " · " + d.clock(d.time[i]) + (d.long ? "" : " s") : ""));
    if (v) this.note.append(" · ", make("a", {
      href: "#" + v.link
    }, v.severity + ": " + v.message));
    const others = this.shownLanes().filter(l => !own.includes(l)).map(l => [d.lanes[l].name, d.stateAt(l, d
      .event[i])]).filter(p => p[1]);
    for (const [name, state] of others.slice(0, 6)) this.note.append(" ", make("span", {
      class: "at"
    }, name + " " + state));
    if (this.stage && !this.stage.playing) this.stage.at(i);
    if (!this.box.classList.contains("down")) set(this.scroll, {
      "aria-valuenow": i + 1,
      "aria-valuetext": this.note.textContent
    });
    const l = this.focusLane >= 0 ? this.focusLane : own[0];
    if (l !== undefined) follow(this.box.closest(".panel"), d.stateAt(l, d.event[i] - 1), d.stateAt(l, d
      .event[i]));
    showEvent(this.box.closest(".panel"), d.prefix, d.event[i]);
    this.soon()
  }
  step(by) {
    const d = this.data,
      list = this.lane >= 0 ? d.of[this.lane] : null,
      n = list ? list.length : d.count;
    if (!n) return;
    if (!list) {
      this.select(Math.min(n - 1, Math.max(0, this.selected + by)));
      return
    }
    let k = list.findIndex(i => i >= this.selected);
    if (k < 0) k = n;
    if (by > 0 && list[k] === this.selected) k++;
    if (by < 0) k--;
    this.select(list[Math.min(n - 1, Math.max(0, k))])
  }
  toLane(by) {
    const lanes = [-1, ...this.shownLanes()],
      k = Math.max(0, lanes.indexOf(this.lane));
    this.lane = lanes[Math.min(lanes.length - 1, Math.max(0, k + by))];
    const lane = this.data.lanes[this.lane];
    tell(lane ? [lane.name, lane.subject].filter(Boolean).join(", ") : "all lanes");
    this.soon()
  }
  // The lanes with an event or a state in the visible part: processes, then those with findings, then the busiest.
  shownLanes() {
    const d = this.data,
      key = this.from + " " + this.to + " " + this.room + this.mode;
    if (this.lanesKey === key) return this.lanesShown;
    const from = this.firstIn(),
      to = this.lastIn(),
      lo = to >= from ? d.event[from] : 0,
      hi = to >= from ? d.event[to] : 0,
      found = [];
    d.lanes.forEach((lane, l) => {
      const list = d.of[l],
        k = this.firstAt(this.from, list);
      let n = 0;
      while (k + n < list.length && n < 200 && this.pos[list[k + n]] <= this.to) n++;
      const alive = n || lane.isProcess || d.stateAt(l, lo) || d.stateAt(l, hi);
      if (!alive) return;
      if (lane.isProcess && !n && !d.stateAt(l, lo) && !d.stateAt(l, hi)) return;
      const isMarked = d.marked[l].some(v => v.event >= lo && v.event <= hi);
      found.push([l, lane.isProcess ? 3 : l === this.focusLane ? 2 : isMarked ? 1 : 0, n])
    });
    found.sort((p, q) => q[1] - p[1] || q[2] - p[2] || p[0] - q[0]);
    const wide = found.filter(f => f[1] === 3).slice(0, 3),
      rest = found.filter(f => f[1] < 3);
    this.hidden = Math.max(0, rest.length - this.room);
    this.lanesKey = key;
    const focus = (p, q) => this.hidden ? (q[1] === 2) - (p[1] === 2) : 0;
    const narrow = rest.slice(0, this.room).sort((p, q) => focus(p, q) || p[0] - q[0]);
    return this.lanesShown = [...wide, ...narrow].map(f => f[0])
  }
  get focusLane() {
    const v = this.data.violated.get(Number(this.box.dataset.at));
    return v ? v.lane : -1
  }
}