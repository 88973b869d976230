const tall = [28, 20, 14, 10, 6, 0, 9],
  aboveBase = [46, 30],
  belowBase = 38,
  letter = 6.1;
// The width of a letter of a call's name in the widest of the usual fonts, so that no name is cut at the edge.
const plain = 6.8,
  bold = 7.5;
View.prototype.render = function() {
  if (innerWidth < 700) {
    this.renderDown();
    return
  }
  this.box.classList.remove("down");
  // Screen readers read the event at the cursor as the value of a slider, which the arrow keys move.
  set(this.scroll, {
    role: "slider",
    "aria-valuemin": 1,
    "aria-valuemax": this.data.count,
    "aria-valuenow": Math.max(1, this.selected + 1),
    "aria-valuetext": this.note.textContent || "no event chosen"
  });
  const d = this.data,
    width = this.width = Math.max(160, this.scroll.clientWidth),
    out = draw("svg", {
      class: "tl"
    }),
    axis = 24;
  const lanes = this.shownLanes(),
    from = this.firstIn(),
    to = this.lastIn(),
    seen = to - from + 1,
    named = width / Math.max(1, seen) >= 15;
  const below = named ? belowBase : 16,
    few = innerWidth < 700,
    names = draw("svg", {
      class: "tl-names",
      width: few ? 64 : 124,
      "aria-hidden": "true"
    });
  let y = axis;
  const bases = [],
    bars = [],
    calls = [];
  for (const l of lanes) {
    const lane = d.lanes[l],
      base = y + aboveBase[lane.isProcess ? 1 : 0];
    bases.push(base);
    bars.push(draw("path", {
      class: "base",
      d: "M0 " + base + "H" + width
    }), ...this.bars(l, base));
    calls.push(...this.calls(l, base, named));
    const mine = d.marked[l].length;
    names.append(draw("text", {
        x: 0,
        y: base - 6,
        class: "nm" + (l === this.lane ? " on" : "")
      }, few && lane.name.length > 9 ? lane.name.split(" ")[0].slice(0, 9) : lane.name.slice(0, 15)),
      draw("text", {
        x: 0,
        y: base + 9,
        class: "kd"
      }, mine > 1 ? mine + " findings" : lane.subject.slice(0, few ? 8 : 18)));
    y = base + below
  }
  this.bases = bases;
  this.lanesDrawn = lanes;
  out.append(this.grid(from, to, y), ...bars);
  for (let i = from; i <= to && i < d.count; i++)
    if (d.callbacks[d.calls[i]].kind === "gap") {
      const g = draw("g", {
          class: "lost"
        }),
        px = this.x(this.pos[i]);
      g.append(draw("title", {}, "events were lost here"), draw("rect", {
        x: px - 3,
        y: axis,
        width: 8,
        height: y - axis
      }));
      out.append(g)
    }
  if (this.hover >= 0) out.append(draw("path", {
    class: "hover",
    d: "M" + this.hover.toFixed(1) + " " + axis + "V" + y
  }));
  if (this.selected >= 0 && this.isSeen(this.selected)) {
    const px = this.x(this.pos[this.selected]).toFixed(1);
    out.append(draw("path", {
      class: "cursor",
      d: "M" + px + " 18V" + y
    }), draw("path", {
      class: "knob",
      d: "M" + (px - 4) + " 16h8v5l-4 4l-4 -4z"
    }))
  }
  out.append(...calls);
  set(out, {
    width,
    height: y,
    viewBox: "0 0 " + width + " " + y
  });
  set(names, {
    height: y
  });
  this.scroll.replaceChildren(out);
  this.names.replaceWith(names);
  this.names = names;
  this.say(from, to, seen);
  this.drawMap()
};

View.prototype.say = function(from, to, seen) {
  const d = this.data;
  const words = this.whole && d.count === d.all ? grouped(d.count) + (d.count === 1 ? " event" :
    " events") : seen <= 0 ? "no event here" : "events " + grouped(d.event[from]) + " to " + grouped(d
      .event[to]) + " of " + grouped(d.all) + (d.time && to > from ? ", " + long(d.time[to] - d.time[from]) : "");
  const rest = d.count < d.all ? ", the first " + grouped(d.count) + " listed" : "";
  this.part.textContent = words + rest;
  this.more.hidden = !this.hidden;
  if (this.hidden) this.more.textContent = this.hidden + " more here"
};

// A state is a bar that is taller the nearer it is to the innermost state; states within a few pixels share one bar by length.
View.prototype.bars = function(l, base) {
  const d = this.data,
    v = d.lanes[l].intervals,
    n = v.length / 3,
    width = this.width,
    list = [],
    bin = 4,
    bins = new Map();
  const first = this.firstIn(),
    number = first < d.count ? d.event[first] : Infinity;
  let a = 0,
    b = n;
  while (a < b) {
    const m = (a + b) >> 1;
    if (v[m * 3 + 1] + v[m * 3 + 2] < number) a = m + 1;
    else b = m
  }
  for (let i = a; i < n; i++) {
    const end = v[i * 3 + 1] + v[i * 3 + 2],
      look = d.looks[v[i * 3]],
      text = d.states[v[i * 3]];
    const ghosts = this.ghosts.get(l + " " + end);
    let x0 = this.x(this.positionOf(v[i * 3 + 1])),
      x1 = this.x(ghosts ? ghosts[0].at : this.positionOf(end));
    const real = this.x(this.positionOf(end));
    if (x0 > width) break;
    if (real < 0) continue;
    if (real - x0 < 3) {
      const k = Math.floor(x0 / bin);
      if (!bins.has(k)) bins.set(k, [0, 0, 0, 0, 0, 0, 0]);
      bins.get(k)[look] += Math.max(.2, real - x0);
      continue
    }
    x0 = Math.max(-3, x0);
    x1 = Math.min(width + 3, x1);
    const room = x1 - x0;
    if (room > 0) {
      list.push(look === 5 ? draw("path", {
          class: "over",
          d: "M" + x0.toFixed(1) + " " + base + "h" + room.toFixed(1)
        }) :
        draw("rect", {
          class: "s" + look,
          x: x0.toFixed(1),
          y: base - tall[look],
          width: room.toFixed(1),
          height: tall[look]
        }));
      if (x1 - Math.max(0, x0) > text.length * letter + 10) {
        const inside = tall[look] >= 20;
        list.push(draw("text", {
          class: inside ? "in" + look : "ab",
          x: (Math.max(0, x0) + 6).toFixed(1),
          y: inside ? base - tall[look] / 2 + 4 : base - tall[look] - 4
        }, text))
      }
    }
    (ghosts || []).forEach((g, k) => {
      const gx = this.x(g.at),
        next = ghosts[k + 1] ? this.x(ghosts[k + 1].at) : real;
      if (gx > width || next < 0) return;
      const h = g.state < 0 ? 14 : Math.max(10, tall[d.looks[g.state]]),
        sev = g.violation.severity;
      list.push(draw("rect", {
        class: "ghost " + sev,
        x: gx.toFixed(1),
        y: base - h,
        width: Math.max(2, next - gx).toFixed(1),
        height: h
      }));
      if (h >= 20 && next - gx > d.states[g.state].length * letter + 10) list.push(draw("text", {
        class: "gt " + sev,
        x: gx + 6,
        y: base - h / 2 + 4
      }, d.states[g.state]))
    })
  }
  const paths = {};
  for (const [k, share] of bins) {
    const sum = share.reduce((p, q) => p + q, 0);
    let y = base;
    share.forEach((s, look) => {
      if (!s) return;
      const h = 28 * s / sum;
      y -= h;
      paths[look] = (paths[look] || "") + "M" + k * bin + " " + y.toFixed(1) + "h" + bin + "v" + h
        .toFixed(1) + "h-" + bin + "z"
    })
  }
  for (const look in paths) list.push(draw("path", {
    class: "s" + look + " tiny",
    d: paths[look]
  }));
  return list
};

// Calls are rings on the line, with their names below if there is room; calls of findings come first.
View.prototype.calls = function(l, base, named) {
  const d = this.data,
    list = d.of[l],
    out = [],
    wanted = [],
    width = this.width;
  let k = this.firstAt(this.from, list);
  const signs = [];
  let path = "";
  for (; k < list.length && this.pos[list[k]] <= this.to; k++) {
    const i = list[k],
      px = this.x(this.pos[i]),
      v = d.marked[l].find(m => m.event === d.event[i]);
    if (d.callbacks[d.calls[i]].kind === "gap") continue;
    if (!named && !v) {
      path += "M" + px.toFixed(1) + " " + (base + 3) + "v5";
      continue
    }
    if (v) signs.push([v, px]);
    else {
      const c = draw("circle", {
        class: d.callbacks[d.calls[i]].kind ? "quiet" : "",
        cx: px.toFixed(1),
        cy: base,
        r: 3.5
      });
      c.append(draw("title", {}, "event " + d.event[i] + ": " + d.name(i)));
      out.push(c)
    }
    if (named) wanted.push({
      px,
      text: d.callbacks[d.calls[i]].name,
      style: v ? v.severity : ""
    })
  }
  if (path) out.push(draw("path", {
    class: "tick",
    d: path
  }));
  for (const v of d.marked[l])
    for (const m of v.missing)
      for (const g of this.ghosts.get(l + " " + m.event) || [])
        if (g.violation === v && g.name === m.name) {
          const px = this.x(g.at);
          if (px < -9 || px > width) continue;
          out.push(draw("circle", {
            class: "gone " + v.severity,
            cx: px.toFixed(1),
            cy: base,
            r: 5
          }));
          if (named) wanted.push({
            px,
            text: m.name,
            style: v.severity
          })
        }
  for (const [v, px] of signs) {
    const name = v.severity,
      u = draw("use", {
        href: "#i-" + name,
        class: name,
        x: (px - 7).toFixed(1),
        y: base - 7,
        width: 14,
        height: 14
      });
    const g = draw("g", {});
    g.append(draw("title", {}, name + ": " + v.message), u);
    out.push(g)
  }
  const rows = [[],
    []
  ];
  wanted.sort((p, q) => (p.style ? 0 : 1) - (q.style ? 0 : 1) || p.px - q.px);
  // A name that fits in neither row is cut where the next one begins, if enough of it remains.
  for (const w of wanted) {
    const size = w.style ? bold : plain;
    let text = w.text.length > 30 ? w.text.slice(0, 29) + "…" : w.text;
    const room = text.length * size + 5,
      from = Math.max(0, Math.min(w.px, width - room)),
      to = from + room + 2;
    let row = rows.findIndex(r => !r.some(s => s[0] < to && from < s[1])),
      end = to;
    if (row < 0) {
      const ends = rows.map(r => r.some(s => s[0] <= w.px && w.px < s[1]) ? 0 : Math.min(...r.map(s => s[0])
        .filter(s => s >= w.px), width));
      row = ends[1] > ends[0] ? 1 : 0;
      end = ends[row];
      const count = Math.floor((end - w.px - 7) / size) - 1;
      if (count < 6) continue;
      text = text.slice(0, count) + "…"
    }
    const x = end < to ? w.px : from;
    rows[row].push([x, end]);
    out.push(draw("text", {
      class: "cb " + w.style,
      x: (x + 3).toFixed(1),
      y: base + 16 + row * 15
    }, text))
  }
  return out
};

View.prototype.grid = function(from, to, height) {
  const d = this.data,
    group = draw("g", {
      class: "ax"
    }),
    text = (px, no, time) => {
      const t = draw("text", {
        x: (px + 2).toFixed(1),
        y: 15
      });
      if (no) t.append(draw("tspan", {}, no));
      if (time) t.append((no ? " " : "") + time);
      group.append(t)
    };
  // No label is written over another one: those of missing calls come first.
  const rows = [[],
      []
    ],
    fits = (row, a, b) => !rows[row].some(s => s[0] < b && a < s[1]) && rows[row].push([a, b]);
  const step = this.mode === "time" || this.width / Math.max(1, to - from + 1) >= 62 ? 1 : [2, 5, 10, 20,
    50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5
  ].find(s => s * this.width / (to - from + 1) >= 90) || 2e5;
  let path = "",
    ghosted = -99;
  for (const g of [...this.ghosts.values()].flat().sort((p, q) => p.at - q.at)) {
    const px = this.x(g.at);
    if (px < 0 || px > this.width - 50) continue;
    if (px - ghosted >= 24) {
      path += "M" + px.toFixed(1) + " 24V" + height;
      ghosted = px
    }
    if ((step === 1 || this.ghosts.size < 9) && fits(0, px, px + 56)) group.append(draw("text", {
      class: "ms " + g.violation.severity,
      x: (px + 2).toFixed(1),
      y: 15
    }, "missing"))
  }
  const dashes = draw("path", {
    class: "gl",
    d: path
  });
  let grid = "";
  let last = -9;
  for (let i = from; i <= to; i++) {
    if (step > 1 && d.event[i] % step && i !== from) continue;
    const px = this.x(this.pos[i]);
    const time = d.time ? d.clock(d.time[i]) : "",
      no = this.mode === "time" ? "" : String(d.event[i]);
    const room = no.length * 7.8 + (time ? (time.length + 1) * 7.1 : 0) + 6,
      some = no.length * 7.8 + 6;
    const wide = px + room <= this.width && fits(0, px, px + room),
      short = !wide && no && px + some <= this.width && fits(0, px, px + some);
    if (wide || short || px - last >= 24) {
      grid += "M" + px.toFixed(1) + " 24V" + height;
      last = px
    }
    if (wide || short) text(px, no, wide ? time : "");
    // In order, a long pause is named where it ends.
    const pause = this.mode === "order" && d.time && i > from && step === 1 ? d.time[i] - d.time[i - 1] : 0,
      words = pause >= 1 ? long(pause) : "",
      end = px - 5;
    if (words && px - this.x(this.pos[i - 1]) >= words.length * 6.4 + 14 && fits(1, end - words.length *
        6.4 - 8, end))
      group.append(draw("rect", {
        class: "pill",
        x: (end - words.length * 6.4 - 8).toFixed(1),
        y: 25,
        width: (words.length * 6.4 + 8).toFixed(1),
        height: 14,
        rx: 7
      }), draw("text", {
        class: "pt",
        x: (end - 4).toFixed(1),
        y: 36
      }, words))
  }
  let free = -9;
  for (const b of this.breaks) {
    const px = this.x(b[0]);
    if (px < 0 || px > this.width || px - free < 9) continue;
    free = px;
    const words = long(b[1]),
      half = words.length * 3.2 + 4;
    group.append(draw("path", {
      class: "brk",
      d: "M" + px.toFixed(1) + " 24V" + height
    }));
    if (px > half && px + half < this.width && fits(1, px - half, px + half)) group.append(draw("text", {
      class: "brkt",
      x: px.toFixed(1),
      y: height - 2
    }, words))
  }
  group.prepend(draw("path", {
    class: "grid",
    d: grid
  }), dashes);
  return group
};
const long = s => {
  if (s < 59.95) return +s.toFixed(1) + " s";
  const w = Math.round(s),
    two = (p, first, q, second) => Math.floor(w / p) + " " + first + (w % p < q ? "" : " " + Math.floor(w %
      p / q) + " " + second);
  return w < 3600 ? two(60, "min", 1, "s") : w < 86400 ? two(3600, "h", 60, "min") : two(86400, "d", 3600,
    "h")
};