// On a narrow screen the timeline runs downward, one event per row: the time, a bar for each window, the call and its state.
View.prototype.renderDown = function() {
  const d = this.data,
    at = this.selected >= 0 ? this.selected : 0;
  this.box.classList.add("down");
  set(this.scroll, {
    role: "group"
  });
  for (const name of ["now", "min", "max", "text"]) this.scroll.removeAttribute("aria-value" + name);
  if (this.top === undefined) {
    this.top = Math.max(0, at - 6);
    this.end = Math.min(d.count, at + 8)
  }
  if (at < this.top) this.top = Math.max(0, at - 4);
  if (at >= this.end) this.end = Math.min(d.count, at + 5);
  if (this.end - this.top > 300) {
    if (at - this.top > 150) this.top = Math.max(0, at - 150);
    this.end = Math.min(this.end, this.top + 300)
  }
  const lanes = this.lanesDown(),
    list = make("div", {
      class: "down-rows",
      role: "list"
    });
  list.style.setProperty("--time", (d.time ? d.clock(d.time[d.count - 1]) : "event").length + "ch");
  const more = (text, label, act) => {
    const b = make("button", {
      type: "button",
      class: "down-more",
      "aria-label": label
    }, text);
    b.onclick = () => {
      act();
      this.renderDown()
    };
    list.append(make("div", {
      role: "listitem"
    }, b))
  };
  list.append(this.headDown(lanes));
  if (this.top > 0) more("↑ " + this.top + " earlier", "Show earlier events", () => {
    this.top = Math.max(0, this.top - 20)
  });
  for (let i = this.top; i < this.end; i++) {
    for (const v of d.violations)
      for (const m of v.missing)
        if (m.event === d.event[i]) list.append(this.ghostDown(v, m, lanes, i));
    list.append(this.rowDown(i, lanes))
  }
  const rest = d.count - this.end;
  if (rest > 0) more("↓ " + rest + " later", "Show later events", () => {
    this.end = Math.min(d.count, this.end + 20)
  });
  const held = this.scroll.contains(document.activeElement);
  this.scroll.replaceChildren(list);
  if (held) {
    const on = one('[aria-current]', list);
    if (on) on.focus({
      preventScroll: true
    })
  }
  this.part.textContent = d.count ? "events " + d.event[this.top] + " to " + d.event[this.end - 1] +
    " of " + d.all : "no event"
};
// The windows with most events here, including the finding's; the process has no bar.
View.prototype.lanesDown = function() {
  const d = this.data,
    count = new Map();
  for (let i = this.top; i < this.end; i++)
    for (const l of d.own(i))
      if (!d.lanes[l].isProcess) count.set(l, (count.get(l) || 0) + 1);
  if (this.focusLane >= 0) count.set(this.focusLane, 1e9);
  return [...count].sort((p, q) => q[1] - p[1]).slice(0, 3).map(p => p[0]).sort((p, q) => p - q)
};
View.prototype.headDown = function(lanes) {
  const row = make("div", {
    class: "down-row down-head",
    role: "listitem"
  }, make("span", {}, this.data.time ? "time" : "event"));
  const bars = make("span", {
    class: "down-bars"
  });
  for (const l of lanes) bars.append(make("span", {
    class: "down-lane",
    title: this.data.lanes[l].name
  }, this.data.lanes[l].name.split(" ").pop().slice(0, 3)));
  row.append(bars, make("span", {}, "call and state"));
  return row
};
View.prototype.barsDown = function(lanes, number, missing) {
  const d = this.data,
    bars = make("span", {
      class: "down-bars",
      "aria-hidden": "true"
    });
  for (const l of lanes) {
    const state = d.stateAt(l, number),
      look = state ? d.looks[d.states.indexOf(state)] : -1,
      cell = make("span", {
        class: "down-lane"
      });
    if (missing === l) cell.append(make("i", {
      class: "gone"
    }));
    else if (look >= 0) cell.append(make("i", {
      class: "b" + look
    }));
    bars.append(cell)
  }
  return bars
};
View.prototype.rowDown = function(i, lanes) {
  const d = this.data,
    number = d.event[i],
    v = d.violated.get(number),
    own = d.own(i),
    l = own.find(k => !d.lanes[k].isProcess),
    lane = l === undefined ? own[0] : l;
  const state = lane === undefined ? "" : d.stateAt(lane, number);
  const row = make("button", {
    type: "button",
    class: "down-row" + (v ? " " + v.severity : ""),
    "aria-current": this.selected === i ? "true" : undefined
  });
  const words = make("span", {
    class: "down-call"
  }, make("b", {}, d.name(i)));
  if (lane !== undefined) {
    const isNamed = lanes.length > 1 || d.lanes[lane].isProcess;
    const name = isNamed ? d.lanes[lane].name + (state ? " · " : "") : "";
    words.append(make("small", {}, name + state))
  }
  if (v) words.append(make("small", {
    class: v.severity
  }, v.severity + ": " + v.message));
  row.append(make("span", {
      class: "down-time"
    }, d.time ? d.clock(d.time[i]) : "", make("small", {}, String(number))), this.barsDown(lanes, number),
    words);
  row.onclick = () => this.select(i);
  return make("div", {
    role: "listitem"
  }, row)
};
View.prototype.ghostDown = function(v, m, lanes, i) {
  const words = make("span", {
    class: "down-call"
  }, make("b", {}, m.name), make("small", {}, "missing"));
  return make("div", {
    class: "down-row missing " + v.severity,
    role: "listitem"
  }, make("span", {}), this.barsDown(lanes, this.data.event[i] - 1, v.lane), words)
};
// The picture of the states shows the state of the cursor's window before and after its event.
const follow = (panel, before, after) => {
  const svg = panel && one("figure.steps[data-lane] svg.sp", panel);
  if (!svg) return;
  for (const e of all(".sp-at", svg)) e.remove();
  const symbol = document.getElementById(one("use", svg).getAttribute("href").slice(1));
  const mark = (state, name) => {
    const text = state.length > 44 ? state.slice(0, 43) + "…" : state,
      node = state && all(".sd-n", symbol).find(n => one("text", n).textContent === text);
    if (!node) return;
    const r = one("rect", node),
      n = k => Number(r.getAttribute(k)),
      by = name === "after" ? 4 : 2;
    svg.append(draw("rect", {
      class: "sp-at " + name,
      x: n("x") - by,
      y: n("y") - by,
      width: n("width") + 2 * by,
      height: n("height") + 2 * by,
      rx: 9
    }))
  };
  if (before !== after) mark(before, "before");
  mark(after, "after")
};