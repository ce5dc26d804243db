"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = (element) => JSON.parse(element.textContent);
  const pieces = data(byId("pieces"));
  const { cards, words } = data(byId("faces"));
  const slots = [...document.querySelectorAll("[data-piece]")];
  const slider = byId("slider"), marks = byId("marks"), hands = byId("hands"), run = byId("run");

  // The names of lines are taken off them: the browser would scroll to what is shown in its place anyway.
  const parts = [...document.querySelectorAll(".course .hand")].map((section) => ({
    section,
    changes: data(section.querySelector(".changes")),
    lines: [...section.querySelectorAll("li")],
  }));
  const steps = [];
  const places = new Map();
  parts.forEach((part, hand) => {
    part.first = steps.length;
    part.section.removeAttribute("id");
    part.lines.forEach((line, at) => {
      places.set(line.id, steps.length);
      steps.push({ hand, at, line, name: line.id });
      line.removeAttribute("id");
    });
    const option = document.createElement("option");
    const found = part.lines.filter((line) => line.querySelector(".finding")).length;
    option.value = hand;
    option.textContent = part.section.dataset.title + (found ? " (" + found + " found)" : "");
    hands.append(option);
  });
  const faced = (text) => text.replace(/<([A-Z0-9?#][a-z?#])>/g, (_, card) => cards[card]);
  const heard = (text) =>
    text.replace(/(10|[A2-9JQK])([♣♦♥♠])/g, (_, rank, suit) => words.ranks[rank] + " of " + words.suits[suit]);
  const kinds = (line) => (line.dataset.about || "").split(" ").filter(Boolean);

  let now = -1, shown = [], timer = null;

  function show(to) {
    const before = steps[now], step = steps[to], part = parts[step.hand];
    if (before === undefined || before.hand !== step.hand) enter(part, before && parts[before.hand]);
    if (before) { before.line.classList.remove("now"); before.line.removeAttribute("aria-current"); }
    const wanted = [];
    for (let at = 0; at <= step.at; at++) {
      const change = part.changes[at];
      for (let i = 0; i < change.length; i += 2) wanted[change[i]] = change[i + 1];
    }
    slots.forEach((slot, i) => {
      if (wanted[i] !== shown[i]) slot.innerHTML = faced(pieces[wanted[i]]);
    });
    shown = wanted;
    now = to;
    slider.value = step.at;
    slider.setAttribute("aria-valuetext", "step " + (step.at + 1) + " of " + part.lines.length);
    tell(step, part);
    step.line.classList.add("now");
    step.line.setAttribute("aria-current", "step");
    follow(step.line);
    byId("back").disabled = to === 0;
    byId("forward").disabled = to === steps.length - 1;
    byId("hand-before").disabled = step.hand === 0 && step.at === 0;
    byId("hand-after").disabled = step.hand === parts.length - 1;
  }

  function enter(part, left) {
    if (left) left.section.classList.remove("shown");
    part.section.classList.add("shown");
    hands.value = parts.indexOf(part);
    slider.max = part.lines.length - 1;
    marks.replaceChildren();
    const last = Math.max(1, part.lines.length - 1);
    part.lines.forEach((line, at) => {
      const about = kinds(line);
      if (!about.length) return;
      const mark = document.createElement("a");
      mark.href = "#" + steps[part.first + at].name;
      mark.tabIndex = -1;
      mark.className = about[0];
      mark.title = line.innerText;
      mark.style.left = (100 * at) / last + "%";
      marks.append(mark);
    });
  }

  // What happened, for those who see it and for those who hear it.
  function tell(step, part) {
    const says = step.line.querySelector("span");
    byId("says").replaceChildren(...[...says.childNodes].map((node) => node.cloneNode(true)));
    const more = [...step.line.querySelectorAll("p")];
    const heading = "Line " + step.name.split("-").pop() + ": " + says.textContent;
    byId("spoken").textContent = heard([heading, ...more.map((node) => node.textContent.replace(/\s+/g, " ").trim())].join(". "));
    byId("found").replaceChildren(...more.map((node) => node.cloneNode(true)));
    byId("found").hidden = !more.length;
    byId("here").href = "#" + step.name;
    byId("where").textContent = part.section.dataset.title + ", line " + step.name.split("-").pop() + ", step " + (step.at + 1) + " of " + part.lines.length;
  }

  // The line is brought into sight within the list of lines alone.
  function follow(line) {
    const list = byId("course");
    if (list.scrollHeight <= list.clientHeight) return;
    const box = list.getBoundingClientRect(), own = line.getBoundingClientRect();
    if (own.top < box.top + 40 || own.bottom > box.bottom - 40) list.scrollTop += own.top - box.top - box.height / 2;
  }

  function go(to) {
    const at = Math.min(Math.max(0, to), steps.length - 1);
    if (at === now) return;
    show(at);
    history.replaceState(null, "", "#" + steps[at].name);
  }

  function hand(by) {
    const step = steps[now];
    if (by < 0 && step.at > 0) return go(parts[step.hand].first);
    const to = parts[step.hand + by];
    if (to) go(to.first);
  }

  function finding() {
    const next = (from) => steps.findIndex((step, at) => at >= from && kinds(step.line).length);
    const to = next(now + 1);
    go(to < 0 ? next(0) : to);
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (now < steps.length - 1 ? go(now + 1) : play(false)), 1400) : null;
    run.setAttribute("aria-pressed", String(on));
    run.textContent = on ? "stop" : "play";
  }

  const act = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), ArrowDown: () => go(now + 1), ArrowUp: () => go(now - 1),
    n: () => hand(1), p: () => hand(-1), PageDown: () => hand(1), PageUp: () => hand(-1), f: finding, " ": () => play(timer === null),
    Home: () => go(parts[steps[now].hand].first), End: () => go(parts[steps[now].hand].first + parts[steps[now].hand].lines.length - 1),
    g: () => go(0), G: () => go(steps.length - 1),
  };
  // Up, down and the page keys scroll, unless the table has the focus.
  const scrolling = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
  document.addEventListener("keydown", (event) => {
    const on = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || on === hands || !act[event.key]) return;
    if (event.key === " " && on.closest("button, a, input")) return;
    if (scrolling.has(event.key) && on !== slider) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    act[event.key]();
  });
  const press = (id, what) => byId(id).addEventListener("click", () => { play(false); what(); });
  press("back", act.ArrowLeft);
  press("forward", act.ArrowRight);
  press("hand-before", act.p);
  press("hand-after", act.n);
  press("next-finding", finding);
  run.addEventListener("click", () => play(timer === null));
  slider.addEventListener("input", () => { play(false); go(parts[steps[now].hand].first + Number(slider.value)); });
  hands.addEventListener("change", () => { play(false); go(parts[hands.value].first); });

  let touch = null;
  const table = document.querySelector(".table");
  table.addEventListener("touchstart", (event) => { touch = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  table.addEventListener("touchend", (event) => {
    if (!touch) return;
    const end = event.changedTouches[0], across = end.clientX - touch.clientX, down = end.clientY - touch.clientY;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) { play(false); go(now + (across < 0 ? 1 : -1)); }
    touch = null;
  }, { passive: true });

  function named() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (places.has(name)) return places.get(name);
    const section = /^hand-(\d+)$/.exec(name);
    return section ? steps.findIndex((step) => step.name.startsWith(name + "-")) : -1;
  }
  addEventListener("hashchange", () => {
    const to = named();
    if (to < 0) return;
    play(false);
    show(to);
    byId("play").scrollIntoView({ block: "nearest" });
  });

  document.documentElement.classList.add("steps");
  byId("play").hidden = false;
  byId("next-finding").hidden = !document.querySelector("[data-about]");
  byId("slider").parentElement.hidden = steps.length < 2;
  show(Math.max(0, named()));
})();
