View.prototype.open = function() {
  const tools = one(".tl-tools", this.box),
    button = (text, label, act) => {
      const b = make("button", {
        type: "button",
        "aria-label": label,
        title: label
      }, text);
      b.onclick = act;
      return b
    },
    group = (...kids) => tools.append(make("span", {
      class: "seg"
    }, ...kids)),
    zooms = (...kids) => tools.append(make("span", {
      class: "seg zoom"
    }, ...kids));
  const figure = this.focusLane >= 0 && one("figure.steps[data-lane]", this.box.closest(".panel"));
  if (figure) {
    this.stage = new Stage(this, figure);
    const play = button("▶ Play", "Play the calls up to the finding", () => this.stage.play());
    play.className = "play";
    this.stage.button = play;
    tools.append(play)
  }
  this.byOrder = button("Order", "Timeline by order of calls", () => this.setMode("order"));
  this.byTime = button("Time", "Timeline by time", () => this.setMode("time"));
  this.byTime.disabled = !this.data.time;
  this.more = button("", "Draw more lanes", () => {
    this.room += 10;
    this.soon()
  });
  this.more.hidden = true;
  tools.append(this.more);
  zooms(this.byOrder, this.byTime);
  group(button("‹", "Previous event", () => this.step(-1)), button("›", "Next event", () => this.step(1)));
  zooms(button("−", "Zoom out", () => this.zoom(1.6)), button("+", "Zoom in", () => this.zoom(.625)),
    button("All", "Show everything", () => this.fit()));
  this.buttons();
  let drag = null;
  const inside = e => e.clientX - this.scroll.getBoundingClientRect().left;
  const laneAt = e => {
    const y = e.clientY - this.scroll.getBoundingClientRect().top,
      k = this.bases.findIndex(b => y <= b + belowBase);
    return y < 24 || k < 0 ? -1 : this.lanesDrawn[k]
  };
  const choose = (e, lane) => {
    const position = this.from + inside(e) / this.width * (this.to - this.from);
    this.select(this.nearest(position, lane))
  };
  const down = () => this.box.classList.contains("down");
  this.scroll.addEventListener("pointerdown", e => {
    if (e.button || down()) return;
    const top = e.clientY - this.scroll.getBoundingClientRect().top < 24;
    drag = {
      x: e.clientX,
      a: this.from,
      b: this.to,
      moved: false,
      scrub: top
    };
    if (top) {
      this.scroll.setPointerCapture(e.pointerId);
      choose(e, -1)
    }
  });
  this.scroll.addEventListener("pointermove", e => {
    if (drag && drag.scrub) {
      choose(e, -1);
      return
    }
    if (drag) {
      const by = (e.clientX - drag.x) / this.width * (drag.to - drag.from);
      if (Math.abs(e.clientX - drag.x) > 4 && !drag.moved) {
        drag.moved = true;
        this.scroll.setPointerCapture(e.pointerId)
      }
      if (drag.moved) {
        this.from = drag.from - by;
        this.to = drag.to - by;
        this.moved = true;
        this.soon()
      }
      return
    }
    if (e.pointerType === "mouse" && !down()) {
      this.hover = inside(e);
      if (!this.pending) this.soonQuiet()
    }
  });
  this.scroll.addEventListener("pointerleave", () => {
    if (this.hover >= 0) {
      this.hover = -1;
      this.soonQuiet()
    }
  });
  this.scroll.addEventListener("pointerup", e => {
    if (down()) return;
    if (drag && !drag.moved && !drag.scrub) choose(e, laneAt(e));
    drag = null
  });
  this.scroll.addEventListener("pointercancel", () => {
    drag = null
  });
  this.scroll.addEventListener("wheel", e => {
    if (down()) return;
    if (e.ctrlKey || e.metaKey) {
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.25 : .8, this.from + inside(e) / this.width * (this.to - this.from))
    } else if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      e.preventDefault();
      this.pan(e.deltaX / this.width)
    }
  }, {
    passive: false
  });
  const move = e => this.mapTo((e.clientX - this.map.getBoundingClientRect().left) / this.width);
  this.map.addEventListener("pointerdown", e => {
    this.map.setPointerCapture(e.pointerId);
    move(e)
  });
  this.map.addEventListener("pointermove", e => {
    if (this.map.hasPointerCapture(e.pointerId)) move(e)
  });
  this.scroll.addEventListener("focus", () => {
    active = this
  });
  new ResizeObserver(() => {
    if (this.scroll.clientWidth && Math.abs(this.scroll.clientWidth - (this.width || 0)) > 1) this
      .soonQuiet()
  }).observe(this.scroll);
  this.box.classList.add("live");
  this.limit();
  this.render();
  if (this.selected >= 0 && this.box.dataset.at) this.select(this.selected)
};
View.prototype.soonQuiet = function() {
  if (!this.pending) {
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.limit();
      this.render()
    })
  }
};
View.prototype.buttons = function() {
  set(this.byOrder, {
    "aria-pressed": this.mode === "order"
  });
  set(this.byTime, {
    "aria-pressed": this.mode === "time"
  })
};
View.prototype.fitMarked = function() {
  const l = this.data.violations.map(v => v.event);
  if (l.length) this.setEvents(Math.max(1, Math.min(...l) - 3), Math.min(this.data.n, Math.max(...l) + 3));
  else this.fit()
};
View.prototype.key = function(k) {
  switch (k) {
    case "ArrowLeft":
      this.step(-1);
      break;
    case "ArrowRight":
      this.step(1);
      break;
    case "ArrowUp":
      this.toLane(-1);
      break;
    case "ArrowDown":
      this.toLane(1);
      break;
    case "+":
    case "=":
    case "w":
      this.zoom(.7);
      break;
    case "-":
    case "s":
      this.zoom(1.43);
      break;
    case "a":
      this.pan(-.25);
      break;
    case "d":
      this.pan(.25);
      break;
    case "0":
      this.fit();
      break;
    case "f":
      this.fitMarked();
      break;
    default:
      return false
  }
  return true
};
const nearTimelines = new IntersectionObserver(entries => {
  for (const e of entries)
    if (e.isIntersecting) {
      nearTimelines.unobserve(e.target);
      start(e.target)
    }
}, {
  rootMargin: "300px"
});
for (const box of all(".tl-box[data-timeline]"))
  if (hasData(box.dataset.timeline)) nearTimelines.observe(box);