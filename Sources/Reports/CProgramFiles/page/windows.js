// Beside the calls of a finding: the states with the steps that were taken, expected and tried, or the windows at the cursor as
// outlines of devices, with what was expected or what a superfluous call claims beside the finding's own.
const still = matchMedia("(prefers-reduced-motion:reduce)");
class Stage {
  constructor(view, figure) {
    const v = view.data.violated.get(view.number), heading = one("h3", figure), listed = one("figcaption", figure);
    Object.assign(this, { view, v, lane: v.lane, devices: new Map(), row: make("div", { class: "devices" }) });
    this.line = make("p", { class: "line" });
    this.box = make("div", { class: "stage" }, this.row, this.line);
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
  at(i, ghost) {
    const d = this.view.data, number = ghost ? d.event[i] - 1 : d.event[i], shown = [];
    for (const l of this.lanes(i)) {
      const before = d.stateAt(l, number - 1), state = d.stateAt(l, number);
      const words = !state || !before ? "" : state.isStill ? "still " + state.state
        : state.state !== before.state ? "was " + before.state : "";
      shown.push(this.device(l, d.lanes[l].name, state, words));
      if (l !== this.lane) continue;
      const [name, claimed] = this.wanted(i, ghost);
      shown.push(this.device("want", name, claimed && { state: inWords(claimed), look: lookOf(claimed) }, claimed ? " " : ""))
    }
    this.row.replaceChildren(...shown);
    this.line.replaceChildren(make("b", {}, (ghost ? "before event " : "event ") + grouped(d.event[i])),
      " · " + (ghost ? written(ghost.name) + " was expected here" : d.name(i)));
    const now = d.stateAt(this.lane, number), before = d.stateAt(this.lane, number - 1);
    this.diagram.follow(before && before.state, now && now.state)
  }
  // What the window should be, or for a call that should not be there, what it would be after such a call.
  wanted(i, ghost) {
    const d = this.view.data, number = d.event[i];
    if (ghost) return ["Expected", ghost.state];
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
    let k = still.matches ? list.length - 1 : 0;
    this.show(1);
    this.button.textContent = "■ Stop";
    const next = () => {
      const [i, ghost] = list[k++];
      this.timer = this.timer || 1;
      this.view.select(i);
      this.at(i, ghost);
      if (k < list.length) this.timer = setTimeout(next, ghost ? 1300 : 850);
      else {
        this.stop();
        tell("played up to the finding")
      }
    };
    next()
  }
}

// The states of a lifecycle, once in the page, with the marks of one finding.
class StateMarks {
  constructor(figure, v) {
    const symbol = document.getElementById(figure.dataset.symbol || "");
    this.symbol = symbol;
    this.edges = symbol ? all(".sd-e", symbol) : [];
    this.box = make("div", { class: "diagram" });
    const origin = symbol && v.states.map(state => this.node(state)).find(Boolean);
    this.isEmpty = !origin;
    if (!origin) return;
    const [, , width, height] = symbol.getAttribute("viewBox").split(" ");
    this.svg = draw("svg", { class: "sd sp", viewBox: "0 0 " + width + " " + height, width, height, role: "img",
      "aria-label": "States; in " + v.states.map(inWords).join(" or ") + " the call " + written(v.callback) +
        " was tried and is not allowed" }, draw("use", { href: "#" + symbol.id, width, height }));
    const isLane = "lane" in figure.dataset;
    this.isFollowing = isLane;
    this.markSteps(v);
    for (const state of v.states) if (this.node(state)) this.svg.append(this.outline(this.node(state), "sp-now", 2));
    const isTried = v.repair.delete.length || !v.repair.insert.length && v.cause !== "too-late";
    if (isTried) this.markTried(v, this.middle(origin), this.target(v.callback));
    const legend = (name, ...words) => one(".sp-" + name, this.svg) ? make("span", { class: name }, ...words) : null;
    this.box.append(this.svg, make("p", { class: "legend" }, legend("took", "taken"), legend("want", "expected"),
      legend("bad", "not allowed: ", make("code", {}, v.callback))))
  }
  node(state) { return all(".sd-n", this.symbol).find(node => node.dataset.state === state) }
  edge(from, to) { return this.edges.find(edge => edge.dataset.from === from && edge.dataset.to === to) }
  // The state that a call leads to from elsewhere.
  target(callback) {
    const edge = this.edges.find(edge => edge.dataset.cb.split(" ").includes(written(callback)));
    return edge && edge.dataset.to
  }
  middle(node) {
    const rect = one("rect", node), [x, y, width, height] = ["x", "y", "width", "height"].map(k => Number(rect.getAttribute(k)));
    return { x: x + width / 2, y: y + height / 2, width, height }
  }
  outline(node, name, by) {
    const { x, y, width, height } = this.middle(node);
    return draw("rect", { class: name, x: x - width / 2 - by, y: y - height / 2 - by, width: width + 2 * by,
      height: height + 2 * by, rx: 7 })
  }
  // The steps that the recorded calls took, and those of the calls that are missing.
  markSteps(v) {
    const marks = new Map();
    let before = null;
    for (const step of v.steps.filter(step => step.mark !== "unexpected")) {
      const after = step.states.length === 1 ? step.states[0] : null, edge = this.edge(before, after);
      if (edge && (step.offending || step.mark === "missing")) marks.set(edge, "sp-want");
      else if (edge && !marks.has(edge)) marks.set(edge, "sp-took");
      before = after
    }
    for (const [edge, name] of marks) this.svg.append(draw("g", { class: name }, ...[...edge.children].map(e => e.cloneNode())))
  }
  // The forbidden step: to the state that its call leads to from elsewhere, or to nowhere.
  markTried(v, start, state) {
    const node = state && this.node(state), end = node && this.middle(node), x = start.x + start.width / 2;
    const cross = (x, y) => [draw("circle", { cx: x, cy: y, r: 8 }),
      draw("path", { class: "sp-x", d: "M" + (x - 3) + " " + (y - 3) + "l6 6m0 -6l-6 6" })];
    const bad = (path, head, x, y) => this.svg.append(draw("g", { class: "sp-bad" }, draw("path", { d: path }),
      draw("path", { class: "sd-h", d: head }), ...cross(x, y)));
    if (!end || end.x === start.x && end.y === start.y) {
      bad("M" + x + " " + (start.y - 5) + "c24 -8 24 18 6 12", "", x + 20, start.y)
    } else if (start.y === end.y) {
      const y = start.y + start.height / 2;
      bad("M" + start.x + " " + y + "C" + [start.x, y + 40, end.x, y + 40, end.x, y + 7].join(" "),
        "M" + (end.x - 4) + " " + (y + 7) + "h8L" + end.x + " " + y + "z", (start.x + end.x) / 2, y + 31)
    } else {
      const to = end.x + end.width / 2, bow = Math.max(x, to) + 30;
      bad("M" + x + " " + start.y + "C" + [bow, start.y, bow, end.y, to + 7, end.y].join(" "),
        "M" + (to + 7) + " " + (end.y - 4) + "v8L" + to + " " + end.y + "z", (x + 6 * bow + to) / 8, (start.y + end.y) / 2)
    }
  }
  // The state of the cursor's window before and after its event.
  follow(before, after) {
    if (this.isEmpty || !this.isFollowing) return;
    for (const e of all(".sp-at", this.svg)) e.remove();
    const find = state => all(".sd-n", this.symbol).find(node => inWords(node.dataset.state) === state);
    if (before !== after && find(before)) this.svg.append(this.outline(find(before), "sp-at before", 2));
    if (find(after)) this.svg.append(this.outline(find(after), "sp-at after", 4))
  }
}
