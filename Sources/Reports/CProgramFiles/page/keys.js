const help = one("#help"),
  keysOn = one("#keys-on");
keysOn.checked = remember("keys") !== "off";
keysOn.onchange = () => remember("keys", keysOn.checked ? "on" : "off");
one("#b-keys").onclick = () => help.showModal();
one("#b-close").onclick = () => help.close();
let after = null;
const parts = {
  f: "#overview",
  t: ".panel.trace,#traces",
  r: "#rules",
  c: "#coverage"
};
const back = target => {
  if (target === field) {
    if (field.value) {
      field.value = "";
      applyFilter()
    } else field.blur();
    return true
  }
  if (side && side.classList.contains("open")) {
    closeList();
    one("#b-list").focus();
    return true
  }
  if (panel && panel !== home) {
    const row = rowOf(panel.id);
    go(home.id, {
      push: true,
      focus: !row
    });
    return true
  }
  return false
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return;
  const k = event.key,
    typing = event.target.closest("input:not([type=checkbox]),textarea,select");
  if (k === "Escape") {
    if (!help.open && back(event.target)) event.preventDefault();
    return
  }
  if (typing || !keysOn.checked || help.open) return;
  const box = event.target.closest(".tl-scroll,.tl-tools"),
    owner = box && box.closest(".tl-box[data-timeline]");
  if (owner && !(event.target.closest("button") && k === " ") && start(owner).key(k)) {
    event.preventDefault();
    return
  }
  if (after === "g") {
    after = null;
    const e = parts[k] && (k === "t" ? one("#traces") || one(".panel.trace") : one(parts[k]));
    if (e) {
      go(e.id, {
        push: true,
        focus: true
      });
      event.preventDefault()
    }
    return
  }
  switch (k) {
    case "n":
    case "j":
      walkTo(1);
      break;
    case "p":
    case "k":
      walkTo(-1);
      break;
    case ",":
    case ".": {
      const own = panel && one(".tl-box.live", panel);
      if (!own) return;
      start(own).step(k === "." ? 1 : -1);
      break
    }
    case "+":
    case "-":
    case "0": {
      const own = panel && one(".tl-box.live", panel);
      if (!own) return;
      start(own).key(k);
      break
    }
    case "/":
      if (!field) return;
      if (one("#b-list").offsetParent && !side.classList.contains("open")) one("#b-list").click();
      field.focus();
      field.select();
      break;
    case "?":
      help.showModal();
      break;
    case "g":
      after = "g";
      setTimeout(() => {
        after = null
      }, 1200);
      break;
    case "x": {
      const own = panel && one(".tl-box.live", panel);
      if (!own) return;
      const t = start(own);
      t.setMode(t.mode === "order" ? "time" : "order");
      break
    }
    case "c":
      copy(location.href, "Link");
      break;
    default:
      return
  }
  event.preventDefault()
});
addEventListener("popstate", restore);
restore();
document.documentElement.classList.add("ready");
