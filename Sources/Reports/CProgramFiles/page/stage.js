// The windows at the cursor as outlines of devices, and the one that was expected beside the finding's own.
const still = matchMedia("(prefers-reduced-motion:reduce)");
class Stage {
  constructor(view, figure) {
    const d = view.data,
      number = Number(view.box.dataset.at);
    this.view = view;
    this.violation = d.violated.get(number);
    this.lane = view.focusLane;
    this.devices = new Map();
    this.row = make("div", {
      class: "devices"
    });
    this.line = make("p", {
      class: "line"
    });
    this.box = make("div", {
      class: "stage"
    }, this.row, this.line);
    this.box.hidden = true;
    const own = [...figure.children].filter(e => e.localName !== "h3"),
      tabs = make("span", {
        class: "seg"
      });
    this.buttons = ["States", "Windows"].map((name, k) => {
      const b = make("button", {
        type: "button"
      }, name);
      b.onclick = () => this.show(k === 1);
      tabs.append(b);
      return b
    });
    const heading = one("h3", figure).firstChild,
      title = heading.data;
    this.show = on => {
      heading.data = on ? "Windows " : title;
      this.box.hidden = !on;
      for (const e of own) e.toggleAttribute("hidden", on);
      this.buttons.forEach((b, k) => set(b, {
        "aria-pressed": (k === 1) === on
      }))
    };
    figure.prepend(tabs);
    figure.append(this.box);
    this.show(this.lanes(d.at(number)).length > 1)
  }
  // The windows that exist at an event, and the finding's; three at most.
  lanes(i) {
    const d = this.view.data,
      number = d.event[i],
      isOpen = state => state && d.looks[d.states.indexOf(state)] !== 5;
    const list = this.view.shownLanes().filter(l => !d.lanes[l].isProcess && l !== this.lane && (isOpen(d.stateAt(
      l, number)) || isOpen(d.stateAt(l, number - 1))));
    list.push(this.lane);
    return list.sort((p, q) => (q === this.lane) - (p === this.lane) || p - q).slice(0, 3).sort((p, q) =>
      p - q)
  }
  device(key, name) {
    let e = this.devices.get(key);
    if (!e) {
      e = make("div", {
        class: "dev" + (key === "want" ? " want" : "")
      }, make("b", {}, name), make("div", {
        class: "frame"
      }, make("span", {
        class: "win"
      }), make("em", {})), make("small", {}));
      this.devices.set(key, e)
    }
    return e
  }
  set(e, state, words) {
    const d = this.view.data,
      look = state ? d.looks[d.states.indexOf(state)] : 5;
    e.className = e.className.replace(/ b\d/, "") + " b" + look;
    one("em", e).textContent = state;
    one("small", e).textContent = words || (state ? "" : "no window")
  }
  // Shows an event, or the moment before it, at which a call was expected.
  at(i, ghost) {
    const d = this.view.data,
      number = ghost ? d.event[i] - 1 : d.event[i],
      lanes = this.lanes(i),
      shown = [];
    for (const l of lanes) {
      const e = this.device(l, d.lanes[l].name),
        before = d.stateAt(l, number - 1),
        state = d.stateAt(l, number);
      this.set(e, state, state !== before && before ? "was " + before : "");
      shown.push(e);
      if (l === this.lane && this.violation) {
        const want = this.device("want", "Expected");
        this.set(want, this.wanted(i, ghost), ghost ? "" : " ");
        shown.push(want)
      }
    }
    if (shown.some((e, k) => this.row.children[k] !== e) || this.row.children.length !== shown.length) this
      .row.replaceChildren(...shown);
    this.line.replaceChildren(make("b", {}, ghost ? "before event " + d.event[i] : "event " + d.event[i]),
      " · " + (ghost ? ghost.name + " was expected here" : d.name(i)))
  }
  wanted(i, ghost) {
    const d = this.view.data,
      number = d.event[i],
      past = this.violation.missing.filter(m => m.state >= 0 && m.event <= Math.min(number, this.violation.event)),
      last = past[past.length - 1];
    if (ghost) return ghost.state < 0 ? d.stateAt(this.lane, number - 1) : d.states[ghost.state];
    if (number < this.violation.event && !last) return d.stateAt(this.lane, number);
    return last ? d.states[last.state] : d.stateAt(this.lane, this.violation.event - 1)
  }
  // The calls of the window up to the fault, and the expected ones between them.
  frames() {
    const d = this.view.data,
      end = d.at(this.violation.event),
      own = d.of[this.lane].filter(i => i <= end).slice(-8),
      first = own.length ? own[0] : end;
    const list = end - first < 14 ? Array.from({
      length: end - first + 1
    }, (_, k) => first + k) : own;
    return list.flatMap(i => [...this.violation.missing.filter(m => m.event === d.event[i]).map(m => [i, m]), [i]])
  }
  get playing() {
    return this.timer !== undefined
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.button.textContent = "▶ Play";
    this.view.ghostAt = undefined
  }
  play() {
    if (this.playing) {
      this.stop();
      return
    }
    const list = this.frames();
    this.show(true);
    this.button.textContent = "■ Stop";
    let k = still.matches ? list.length - 1 : 0;
    const next = () => {
      const [i, ghost] = list[k];
      this.view.select(i);
      this.at(i, ghost);
      k++;
      if (k < list.length) this.timer = setTimeout(next, ghost ? 1300 : 850);
      else {
        this.stop();
        tell("played up to the finding")
      }
    };
    this.timer = 0;
    next()
  }
}