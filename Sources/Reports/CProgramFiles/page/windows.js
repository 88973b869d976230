// Beside the calls of a finding: the states, or the windows at the cursor as outlines of devices, with what was expected or what a
// superfluous call claims beside the finding's own.
const lessMotion = matchMedia("(prefers-reduced-motion:reduce)");
class Windows {
  constructor(view, figure) {
    const v = view.data.violated.get(view.number), heading = one("h3", figure), listed = one("figcaption", figure);
    Object.assign(this, { view, v, lane: v.lane, devices: new Map(), row: make("div", { class: "devices" }) });
    this.line = make("p", { class: "line" });
    this.box = make("div", { class: "windows" }, this.row, this.line);
    this.diagram = new StateMarks(figure, v.finding);
    heading.replaceChildren("At event " + grouped(v.event));
    const views = [this.diagram.box, this.box];
    this.buttons = ["States", "Windows"].map((name, k) => button({}, name, () => this.show(k)));
    this.show = k => {
      views.forEach((element, j) => { element.hidden = j !== k });
      this.buttons.forEach((element, j) => set(element, { "aria-pressed": j === k }))
    };
    figure.prepend(make("span", { class: "seg" }, ...this.buttons));
    heading.after(...views);
    if (this.diagram.isEmpty) this.buttons[0].parentElement.hidden = true;
    this.show(this.diagram.isEmpty || this.lanes(view.data.at(v.event)).length > 1 || !v.missing.length ? 1 : 0);
    figure.append(listed)
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
    device.className = "dev b" + (state ? state.look : 5) + (key === "want" ? " want" : "") +
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
      const [name, claimed] = this.wanted(i, missing);
      shown.push(this.device("want", name, claimed && { state: inWords(claimed), look: lookOf(claimed) }, claimed ? " " : ""))
    }
    this.row.replaceChildren(...shown);
    this.line.replaceChildren(make("b", {}, (missing ? "before event " : "event ") + grouped(d.event[i])),
      " · " + (missing ? written(missing.name) + " was expected here" : d.name(i)));
    const now = d.stateAt(this.lane, number), before = d.stateAt(this.lane, number - 1);
    this.diagram.follow(before && before.state, now && now.state)
  }
  // What the window should be, or for a call that should not be there, what it would be after such a call.
  wanted(i, missing) {
    const d = this.view.data, number = d.event[i];
    if (missing) return ["Expected", missing.state];
    if (this.v.deletes.includes(number)) {
      const to = this.diagram.target(d.call(i));
      if (to) return ["The call claims", to]
    }
    const past = this.v.missing.filter(m => m.state && m.event <= number), last = past[past.length - 1];
    if (last && number === this.v.event) return ["Expected first", last.state];
    const steps = this.v.finding.steps.filter(step => step.event && step.event <= number && step.states.length === 1);
    const own = steps[steps.length - 1];
    return ["Expected", own ? own.states[0] : last ? last.state : null]
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
    this.show(1);
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
