// Beside the calls of a finding: the windows at the cursor as outlines of devices. Beside the finding's own is what
// was expected or what a superfluous call claims, if the order is at fault; otherwise what is judged, such as how long a call took.
const lessMotion = matchMedia("(prefers-reduced-motion:reduce)");
// What is judged where the order is right: the detail of the message, and a time beside its limit as bars.
const judged = v => {
  const detail = v.message.split(": ").slice(1).join(": ");
  if (!detail || v.repair.cost) return [];
  const [, took, limit] = /^([\d.]+) s, the limit is ([\d.]+) s$/.exec(detail) || [];
  const meter = took ? draw("svg", { class: "meter", viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "took", width: 100, height: 7 }),
    draw("rect", { class: "limit", y: 9, width: px(100 * limit / took), height: 7 })) : "";
  return [make("div", { class: "judged " + v.severity }, make("b", {}, "Judged"), meter,
    make("p", {}, took ? took + "\u00a0s of " + limit + "\u00a0s" : detail))]
};
class Windows {
  constructor(view, figure) {
    const v = view.data.violated.get(view.number), heading = one("h3", figure);
    Object.assign(this, { view, v, lane: v.lane, devices: new Map(), row: make("div", { class: "devices" }) });
    this.line = make("p", { class: "line" });
    this.heading = heading;
    this.claims = figure.dataset.claims;
    heading.after(make("div", { class: "windows" }, this.row, this.line))
  }
  // The windows that exist at an event, and the finding's; three at most.
  lanes(i) {
    const d = this.view.data, number = d.event[i], isOpen = state => state && state.look !== 5;
    const list = this.view.shownLanes().filter(l => !d.lanes[l].isProcess && l !== this.lane &&
      (isOpen(d.stateAt(l, number)) || isOpen(d.stateAt(l, number - 1))));
    return [this.lane, ...list].slice(0, 3).sort((p, q) => p - q)
  }
  // The device with the name, showing a state.
  device(key, name, state, words) {
    let device = this.devices.get(key);
    if (!device) {
      device = make("div", {}, make("b", {}), make("div", { class: "frame" }, make("span", { class: "win" }), make("em", {})),
        make("small", {}));
      this.devices.set(key, device)
    }
    device.className = "dev b" + (state ? state.look : 5) + (key === "expected" ? " expected" : "") +
      (state && state.isStill ? " still" : "");
    one("b", device).textContent = name;
    one("em", device).textContent = state ? state.state : "";
    one("small", device).textContent = words || (state ? "" : "no window");
    return device
  }
  // Shows an event, or the moment before it, at which a call was expected.
  at(i, missing) {
    const d = this.view.data, number = missing ? d.event[i] - 1 : d.event[i], shown = [];
    for (const l of this.lanes(i)) {
      const before = d.stateAt(l, number - 1), state = d.stateAt(l, number);
      const words = !state || !before ? "" : state.isStill ? "still " + state.state
        : state.state !== before.state ? "was " + before.state : "";
      shown.push(this.device(l, d.lanes[l].name, state, words));
      if (l !== this.lane) continue;
      const [name, claimed] = this.expected(i, missing);
      if (claimed && inWords(claimed) !== (state && state.state))
        shown.push(this.device("expected", name, { state: inWords(claimed), look: lookOf(claimed) }, " "));
      if (number === this.v.event && !missing) shown.push(...judged(this.v.finding))
    }
    this.row.replaceChildren(...shown);
    this.heading.textContent = (missing ? "Before event " : "At event ") + grouped(d.event[i]);
    this.line.replaceChildren(make("b", {}, (missing ? "before event " : "event ") + grouped(d.event[i])),
      " · " + (missing ? written(missing.name) + " was expected here" : d.name(i)))
  }
  // What the window should be, or for a call that should not be there, what it would be after such a call.
  expected(i, missing) {
    const d = this.view.data, number = d.event[i];
    if (missing) return ["Expected", missing.state];
    if (this.v.deletes.includes(number)) return ["The call claims", d.call(i) === this.v.finding.callback && this.claims];
    const past = this.v.missing.filter(m => m.state && m.event <= number), last = past[past.length - 1];
    return last && number === this.v.event ? ["Expected first", last.state] : []
  }
  // The calls of the window up to the fault, and the expected ones between them.
  frames() {
    const d = this.view.data, end = d.at(this.v.event), own = d.of[this.lane].filter(i => i <= end).slice(-8);
    const first = own.length ? own[0] : end, all = Array.from({ length: end - first + 1 }, (_, k) => first + k);
    return (end - first < 14 ? all : own)
      .flatMap(i => [...this.v.missing.filter(m => m.event === d.event[i]).map(m => [i, m]), [i]])
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.button.textContent = "▶ Play"
  }
  play() {
    if (this.timer) {
      this.stop();
      return
    }
    const list = this.frames();
    let k = lessMotion.matches ? list.length - 1 : 0;
    this.button.textContent = "■ Stop";
    const next = () => {
      const [i, missing] = list[k++];
      this.timer = this.timer || 1;
      this.view.select(i);
      this.at(i, missing);
      if (k < list.length) this.timer = setTimeout(next, missing ? 1300 : 850);
      else {
        this.stop();
        tell("played up to the finding")
      }
    };
    next()
  }
}
