// The buttons of a timeline, and what the pointer does in it.
View.prototype.open = function() {
  const tools = one(".tl-tools", this.box), panel = this.box.closest(".panel"), figure = one("figure.steps[data-lane]", panel);
  const tool = (text, label, act) => button({ "aria-label": label, title: label }, text, act);
  const group = (name, ...kids) => tools.append(make("span", { class: "seg" + name }, ...kids));
  if (figure && this.focusLane >= 0) {
    this.windows = new Windows(this, figure);
    this.windows.button = tool("▶ Play", "Play the calls up to the finding", () => this.windows.play());
    this.windows.button.classList.add("play");
    tools.append(this.windows.button)
  }
  this.byOrder = tool("Order", "Timeline by order of calls", () => this.setMode("order"));
  this.byTime = tool("Time", "Timeline by time", () => this.setMode("time"));
  this.byTime.disabled = !this.data.time;
  this.more = tool("", "Draw more lanes", () => {
    this.room += 10;
    this.redraw()
  });
  this.more.hidden = true;
  tools.append(this.more);
  group(" zoom", this.byOrder, this.byTime);
  group("", tool("‹", "Previous event", () => this.step(-1)), tool("›", "Next event", () => this.step(1)));
  group(" zoom", tool("−", "Zoom out", () => this.zoom(1.6)), tool("+", "Zoom in", () => this.zoom(.625)),
    tool("All", "Show everything", () => this.fit()));
  this.showMode();
  this.listen();
  this.box.classList.add("live");
  this.limit();
  this.render();
  if (this.selected >= 0 && this.number) this.select(this.selected)
};
View.prototype.showMode = function() {
  set(this.byOrder, { "aria-pressed": this.mode === "order" });
  set(this.byTime, { "aria-pressed": this.mode === "time" })
};
View.prototype.listen = function() {
  const scroll = this.scroll, isDown = () => this.box.classList.contains("down");
  const inside = event => event.clientX - scroll.getBoundingClientRect().left;
  const height = event => event.clientY - scroll.getBoundingClientRect().top;
  const positionAt = event => this.from + inside(event) / this.width * (this.to - this.from);
  const choose = (event, lane) => this.select(this.nearest(positionAt(event), lane));
  const laneAt = event => {
    const y = height(event), k = this.bases.findIndex(base => y <= base + belowBase);
    return y < 24 || k < 0 ? -1 : this.lanesDrawn[k]
  };
  let drag = null;
  const on = (name, act, options) => scroll.addEventListener(name, act, options);
  on("pointerdown", event => {
    if (event.button || isDown()) return;
    drag = { x: event.clientX, from: this.from, to: this.to, isMoved: false, isScrub: height(event) < 24 };
    if (!drag.isScrub) return;
    scroll.setPointerCapture(event.pointerId);
    choose(event, -1)
  });
  on("pointermove", event => {
    if (drag && drag.isScrub) choose(event, -1);
    else if (drag) {
      const by = (event.clientX - drag.x) / this.width * (drag.to - drag.from);
      if (Math.abs(event.clientX - drag.x) > 4 && !drag.isMoved) {
        drag.isMoved = true;
        scroll.setPointerCapture(event.pointerId)
      }
      if (drag.isMoved) this.change(drag.from - by, drag.to - by)
    } else if (event.pointerType === "mouse" && !isDown()) {
      this.hover = inside(event);
      this.redraw()
    }
  });
  on("pointerleave", () => {
    if (this.hover < 0) return;
    this.hover = -1;
    this.redraw()
  });
  on("pointerup", event => {
    if (drag && !drag.isMoved && !drag.isScrub && !isDown()) choose(event, laneAt(event));
    drag = null
  });
  on("pointercancel", () => { drag = null });
  on("wheel", event => {
    const isZoom = event.ctrlKey || event.metaKey;
    if (isDown() || !isZoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (isZoom) this.zoom(event.deltaY > 0 ? 1.25 : .8, positionAt(event));
    else this.pan(event.deltaX / this.width)
  }, { passive: false });
  on("focus", () => { active = this });
  const move = event => this.mapTo((event.clientX - this.map.getBoundingClientRect().left) / this.width);
  this.map.addEventListener("pointerdown", event => {
    this.map.setPointerCapture(event.pointerId);
    move(event)
  });
  this.map.addEventListener("pointermove", event => { if (this.map.hasPointerCapture(event.pointerId)) move(event) });
  new ResizeObserver(() => {
    if (scroll.clientWidth && Math.abs(scroll.clientWidth - (this.width || 0)) > 1) this.redraw()
  }).observe(scroll)
};
const timelineKeys = {
  ArrowLeft: view => view.step(-1), ArrowRight: view => view.step(1), ArrowUp: view => view.toLane(-1),
  ArrowDown: view => view.toLane(1), "+": view => view.zoom(.7), "=": view => view.zoom(.7), w: view => view.zoom(.7),
  "-": view => view.zoom(1.43), s: view => view.zoom(1.43), a: view => view.pan(-.25), d: view => view.pan(.25),
  0: view => view.fit(), f: view => view.fitMarked()
};
