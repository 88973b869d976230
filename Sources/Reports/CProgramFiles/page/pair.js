// Two timelines over the same columns: one cursor moves in both and in the table.
for (const box of all(".pair")) {
  const view = one(".tl-scroll", box),
    pics = all(".tl", view),
    count = +box.dataset.columns,
    first = +box.dataset.row;
  const rows = all("tr[data-row]", box.parentElement),
    lines = pics.map(p => {
      const l = draw("path", {
        class: "cursor"
      });
      p.append(l);
      return l
    });
  let at = -1;
  const event = c => /\d/.test(c.textContent) ? "event " + c.textContent.trim() : "no call";
  const move = to => {
    at = Math.max(0, Math.min(count - 1, to));
    const x = 6 + 76 * at,
      row = rows.find(r => +r.dataset.row === first + at);
    lines.forEach((l, k) => set(l, {
      d: "M" + x + " 18V" + pics[k].getAttribute("height")
    }));
    for (const r of rows) r.classList.toggle("at", r === row);
    one(".tl-say", box).textContent = row ? one("code", row).textContent + ": " + event(row.cells[0]) +
      " before, " + event(row.cells[3]) + " now" : ""
  };
  box.step = by => {
    move(at < 0 && by < 0 ? count - 1 : at + by);
    view.scrollLeft = 76 * at - 200
  };
  // It begins at the first difference, once that is visible; a narrow screen may not show it at first.
  const band = one(".band", view);
  if (band) new IntersectionObserver((seen, watch) => {
    if (!seen.some(s => s.isIntersecting)) return;
    watch.disconnect();
    if (at < 0) {
      move(Math.floor(band.getAttribute("x") / 76));
      view.scrollLeft = 76 * at - 76
    }
  }).observe(view);
  view.onpointermove = view.onclick = e => move(Math.floor((e.clientX - pics[0].getBoundingClientRect().left -
    6) / 76));
  view.onkeydown = e => {
    const by = {
      ArrowRight: 1,
      ArrowLeft: -1
    } [e.key];
    if (by && !e.ctrlKey && !e.metaKey && !e.altKey) {
      box.step(by);
      e.preventDefault()
    }
  }
}