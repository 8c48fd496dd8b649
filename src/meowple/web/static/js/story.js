// What happened, told in beats: a sentence on the ribbon, and pieces that move over the table.
// The page is always as the table lies now: a story is played over it on a layer of its own, from what the
// server has put into #region-story, and can end at any moment without a trace. It comes before meowple.js.
(() => {
  "use strict";
  const html = document.documentElement;
  const $ = (selector, root = document) => root.querySelector(selector);
  const byId = (id) => document.getElementById(id);
  const said = byId("said");
  if (!said) return; // this page is no table

  // every line of the log is spoken once, in order
  const lines = () => [...document.querySelectorAll("#region-log [id^=log-]:not([id$=t])")]
    .map((line) => [Number(line.id.slice(4)), line]).sort(([one], [other]) => one - other);
  let spoken = lines().at(-1)?.[0] ?? -1;
  const speak = () => {
    const all = lines();
    for (const [, line] of all.filter(([number]) => number > spoken)) {
      const words = document.createElement("p");
      words.textContent = line.textContent.trim();
      said.append(words);
    }
    while (said.childElementCount > 30) said.firstChild.remove();
    spoken = all.at(-1)?.[0] ?? -1;
  };

  // at what pace: kept by the browser
  const HOLD = { calm: 1400, brisk: 700, once: 0 };
  const MOST = 12; // beats that wait; of more, the newest are told and the log has the rest
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let pace = "calm";
  try { pace = localStorage.getItem("pace") ?? pace; } catch { /* private mode */ }
  if (!(pace in HOLD)) pace = "calm";
  const silent = () => pace === "once" || reduced.matches || document.hidden;
  const setPace = (name) => {
    pace = name;
    try { localStorage.setItem("pace", pace); } catch { /* private mode */ }
    if (silent()) stop();
    draw();
  };

  // places: ids of the page, the things of a seat, points within them
  const inSight = (element) => {
    if (!element?.checkVisibility()) return null;
    const box = element.getBoundingClientRect();
    return box.width > 0 ? box : null;
  };
  const covers = (element) => { // what is held up must not lie on what may be chosen there
    return [...element.querySelectorAll("button[form=acts].can")].some((one) => one.checkVisibility());
  };
  const place = (names) => {
    for (const [i, name] of names.split("|").entries()) {
      const found = spot(name);
      if (found) return { ...found, spare: i > 0 };
    }
    return null;
  };
  const spot = (name) => {
    const [id, at] = name.split("@");
    let element = byId(id), seat = element?.dataset.seat;
    if (id.startsWith("seat:")) {
      seat = String(Number(id.slice(5)) + 1);
      element = byId(`mat-${seat - 1}`) ?? $(`.mine[data-seat="${seat}"]`);
    }
    let box = inSight(element);
    if (!box && seat) box = inSight(element = $(`.seats [data-seat="${seat}"]`));
    if (!box || (at && covers(element))) return null;
    const [x, y, high, wide] = at ? at.split(",").map(Number) : [50, 50];
    // what is scrolled out of sight in the board is taken to lie at its edge
    const edge = element.closest(".board")?.getBoundingClientRect() ?? { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    const clamp = (value, low, high) => Math.max(low + 16, Math.min(high - 16, value));
    return {
      x: clamp(box.left + box.width * x / 100, edge.left, edge.right),
      y: clamp(box.top + box.height * y / 100, edge.top, edge.bottom),
      point: Boolean(at),
      most: high ? [box.width * (wide ?? 100) / 100, box.height * high / 100] : null,
      width: !at && element.matches(".card, .die, .chit, .meeple, .badge, .tok, .ic") ? box.width : 0,
      box,
    };
  };

  // actors: the pieces that move, on their layer
  const layer = document.createElement("div");
  layer.className = "actors";
  layer.ariaHidden = "true";
  document.body.append(layer);
  const actors = new Map(); // by the name of the piece
  const shift = ({ x, y, scale }, more = "") => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})${more}`;
  const pose = (actor, spot, stays) => {
    const width = actor.offsetWidth || 1, height = actor.offsetHeight || 1;
    const fit = Math.min(1, spot.box.width / width, spot.box.height / height);
    const [wide, high] = spot.most ?? [];
    const scale = wide ? Math.min(wide / width, high / height) : spot.width ? spot.width / width : spot.point ? 1 : stays ? fit : Math.min(fit, Math.max(0.3, 40 / width));
    return { x: spot.x, y: spot.y, scale };
  };
  const put = (name, actor) => { actors.get(name)?.remove(); actors.set(name, actor); layer.append(actor); };
  const strike = (name, actor) => { actor.remove(); if (actors.get(name) === actor) actors.delete(name); };
  const roll = (actor, time) => { // a die shows other faces until it lies
    const die = $(".die[data-v]", actor);
    if (!die) return;
    const last = die.dataset.v, text = die.textContent;
    const faces = setInterval(() => {
      die.dataset.v = 1 + Math.floor(6 * Math.random());
      if (text) die.textContent = die.dataset.v;
    }, 90);
    setTimeout(() => { clearInterval(faces); die.dataset.v = last; die.textContent = text; }, time);
  };
  const move = async ({ piece, start, end, how, stays }, cast, time, delay) => {
    const [way, ...look] = how.split(" ");
    const to = end ? place(end) : null;
    const brief = stays && Boolean(to?.spare); // until the next beat
    stays &&= !brief || to.point;
    let actor = actors.get(piece), fresh = false;
    if (!actor) {
      const from = (start && place(start)) || to;
      if (!from || !cast.has(piece)) return;
      actor = document.createElement("span");
      actor.className = "actor";
      actor.append(cast.get(piece).cloneNode(true));
      put(piece, actor);
      actor.at = pose(actor, from, stays && !start);
      fresh = true;
    }
    if (look.length) actor.dataset.look = look.join(" ");
    const from = actor.at, goes = to ? pose(actor, to, stays) : from;
    actor.at = goes;
    const options = { duration: time, delay, fill: "both", easing: "cubic-bezier(.3, .7, .2, 1)" };
    const play = (frames, more = {}) => actor.animate(frames, { ...options, ...more }).finished.catch(() => {});
    actor.style.transform = shift(goes);
    actor.brief = brief;
    if (way === "turn") {
      actor.classList.add("actor--back");
      await play([{ transform: shift(from) }, { transform: shift(goes, " rotateY(90deg)") }], { duration: time / 2, easing: "ease-in" });
      actor.classList.remove("actor--back");
      await play([{ transform: shift(goes, " rotateY(-90deg)") }, { transform: shift(goes) }], { duration: time / 2, delay: 0, easing: "ease-out" });
    } else if (way === "tumble") {
      roll(actor, delay + 0.8 * time);
      const turn = (part, angle) => ({ x: from.x + (goes.x - from.x) * part, y: from.y + (goes.y - from.y) * part - 30 * Math.sin(Math.PI * part), scale: from.scale + (goes.scale - from.scale) * part, angle });
      const frames = [turn(0, 0), turn(0.35, 260), turn(0.7, 560), turn(1, 720)];
      await play(frames.map((frame) => ({ transform: shift(frame, ` rotate(${frame.angle}deg)`) })));
    } else if (way === "rise") {
      const above = (up) => shift({ ...goes, y: goes.y - up });
      await play([{ transform: above(-6), opacity: 0 }, { transform: above(12), opacity: 1, offset: 0.3 }, { transform: above(26), opacity: stays ? 1 : 0 }], { duration: 1.4 * time });
    } else if (from.x !== goes.x || from.y !== goes.y || from.scale !== goes.scale) {
      const middle = { x: (from.x + goes.x) / 2, y: (from.y + goes.y) / 2 - (way === "run" ? 0 : Math.min(60, 0.18 * Math.hypot(from.x - goes.x, from.y - goes.y))), scale: Math.max(from.scale, goes.scale) };
      await play([{ transform: shift(from), opacity: fresh ? 0 : 1 }, { opacity: 1, offset: 0.2 }, { transform: shift(middle), offset: 0.5 }, { transform: shift(goes), opacity: 1 }]);
    } else if (fresh) {
      await play([{ transform: shift({ ...goes, scale: 0.8 * goes.scale }), opacity: 0 }, { transform: shift(goes), opacity: 1 }], { duration: time / 2 });
    }
    if (stays || actors.get(piece) !== actor) return;
    await actor.animate({ opacity: 0 }, { duration: 200, fill: "both" }).finished.catch(() => {});
    strike(piece, actor);
  };

  // beats: a queue of them
  const beats = (region) => {
    const cast = new Map([...document.querySelectorAll("#region-cast > [data-piece]")].map((one) => [one.dataset.piece, one.firstElementChild]));
    return [...region.querySelectorAll(":scope > p")].map((line) => {
      const text = line.cloneNode(true);
      const moves = [...text.querySelectorAll("[data-move]")].map((one) => {
        one.remove();
        const { move: piece, start = "", end = "", how = "", stays } = one.dataset;
        return { piece, start, end, how, stays: stays !== undefined };
      });
      const { upto, hold, name = "", seat = "", about = "" } = line.dataset;
      return { upto: Number(upto), hold: hold / 100, name, seat, about, opens: "opens" in line.dataset, text, moves, cast };
    });
  };
  const first = byId("region-story");
  let told = Number(first?.dataset.upto ?? 0); // the events before this number are told
  let queue = [], last = first ? beats(first) : [];
  let now = null, clock = 0;
  const bar = () => byId("storybar");
  const draw = () => { // the ribbon as it should be now: a swap may have made it anew
    const box = bar();
    html.classList.toggle("has-story", last.length > 0 && !silent());
    const own = byId(`pace-${pace}`);
    if (own) own.checked = true;
    for (const one of document.querySelectorAll(".since__show")) one.hidden = !last.some(({ seat }) => seat === one.dataset.of);
    if (!box) return;
    html.dataset.pace = pace;
    const shown = now ?? last.at(-1);
    const others = ["coach", "region-first", "region-since"].map(byId).some((one) => one && !one.hidden);
    const state = now ? "telling" : "told";
    if (box.dataset.state !== state) box.dataset.state = state;
    box.hidden = !shown || silent() || (!now && (others || !started));
    if (box.hidden || (box.told === shown && $(".storybar__say", box).childNodes.length)) return;
    box.told = shown;
    if (shown.seat) box.dataset.seat = shown.seat;
    else delete box.dataset.seat;
    box.dataset.about = shown.about;
    $(".storybar__say", box).replaceChildren(...shown.text.cloneNode(true).childNodes);
    const badge = shown.seat && $(`main.play .badge[data-seat="${shown.seat}"]`)?.cloneNode(true);
    $(".badge__dot", badge || box)?.remove();
    $(".storybar__who", box).replaceChildren(...(badge ? [badge] : []));
  };
  const ring = (box) => document.dispatchEvent(new CustomEvent("meowple:ring", { detail: box }));
  const clear = (which = () => true) => { for (const [name, actor] of actors) if (which(actor)) strike(name, actor); };

  // points count up as the story ends: what each mat says now, beside what it said before
  const scores = () => new Map([...document.querySelectorAll("main.play .mat[data-seat] .mat__score")]
    .map((score) => [score.closest(".mat").dataset.seat, parseInt(score.textContent.trim().replace("\u2212", "-"))]));
  let counted = scores(), before = counted; // of the mats as last told, and before what is told last
  const count = (time) => {
    const were = counted;
    counted = scores();
    for (const [seat, points] of counted) {
      const more = points - were.get(seat);
      const box = more ? [`.mat[data-seat="${seat}"] .mat__score`, `.seats [data-seat="${seat}"] .num`].map((one) => inSight($(`main.play ${one}`))).find(Boolean) : null;
      if (!box) continue;
      const actor = document.createElement("span");
      actor.className = `actor actor__gain${more < 0 ? " actor__gain--loss" : ""}`;
      actor.dataset.points = more;
      put(`score:${seat}`, actor);
      const begin = performance.now();
      const tick = () => {
        const part = Math.min(1, (performance.now() - begin) / (0.5 * time));
        actor.textContent = (more < 0 ? "\u2212" : "+") + Math.round(part * Math.abs(more));
        if (part < 1 && actor.isConnected) requestAnimationFrame(tick);
      };
      tick();
      const at = (up) => shift({ x: Math.min(box.left + box.width / 2, innerWidth - 30), y: box.top + box.height / 2 - up, scale: 1 });
      actor.style.transform = at(0);
      actor.animate([{ transform: at(-14), opacity: 0 }, { transform: at(0), opacity: 1 }], { duration: 0.3 * time, easing: "ease-out" });
    }
  };
  let started = false; // whether this page has told anything yet
  const next = () => {
    now = queue.shift() ?? null;
    if (!now) { stop(); return; }
    started = true;
    clear(now.opens ? undefined : ({ brief }) => brief);
    html.dataset.telling = now.name || "plain";
    draw();
    ring(now.about || now.seat ? bar() : null);
    const time = HOLD[pace] * now.hold;
    const step = now.moves.length > 1 ? Math.min(90, 0.3 * time / now.moves.length) : 0;
    let i = 0;
    for (const each of now.moves) {
      const wait = each.how.startsWith("late") ? 0.45 * time : each.stays ? 0 : step * i++;
      move(each, now.cast, 0.55 * time - (wait > time / 3 ? 0.1 * time : 0), wait);
    }
    if (!queue.length) count(time);
    clock = setTimeout(next, time);
  };
  const stop = () => {
    clearTimeout(clock);
    queue = [];
    now = null;
    counted = scores();
    clear();
    if (html.dataset.telling) { ring(null); delete html.dataset.telling; }
    draw();
  };
  const tell = (some) => {
    if (!now) [last, before] = [[], counted];
    queue.push(...some);
    last.push(...some);
    last = last.slice(-MOST);
    if (queue.length > MOST) queue = queue.slice(-MOST);
    if (!now) next();
  };
  const again = (seat) => { // all of it, or what one seat did
    const all = last, from = before;
    const some = seat ? all.filter((beat) => beat.seat === seat) : all;
    if (!some.length || silent()) return;
    stop();
    counted = seat ? new Map([...counted, [seat, from.get(seat)]]) : from;
    tell(some);
    [last, before] = [all, from];
  };

  // what is new on the page
  let coming = 0; // swaps under way that bring something to tell
  const fresh = (region) => beats(region).filter((beat) => beat.upto > told);
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (silent()) return;
    for (const { fragment } of tasks ?? []) {
      const region = fragment?.querySelector?.("#region-story");
      const [beat] = region ? fresh(region) : [];
      if (!beat) continue;
      if (!ctx.told) coming++;
      ctx.told = true; // the story moves its pieces itself
      html.dataset.telling ||= beat.name || "plain"; // what it is to show first must not be seen before
    }
  });
  document.addEventListener("htmx:after:swap", () => {
    speak();
    const region = byId("region-story");
    const upto = Number(region?.dataset.upto ?? 0);
    const some = region ? fresh(region) : [];
    const back = upto < told; // something was taken back, or there is another match
    told = upto;
    if (back || silent()) {
      if (some.length) [last, before] = [some, counted];
      stop();
      draw();
      return;
    }
    if (some.length) tell(some);
    else if (!now) counted = scores();
    draw();
    if (now) ring(now.about || now.seat ? bar() : null);
    setTimeout(draw); // when what else the ribbon has is there
  });

  document.addEventListener("htmx:finally:swap", ({ detail: { ctx } }) => {
    if (ctx.told) coming--;
    ctx.told = false;
    if (!now && !coming && html.dataset.telling) stop(); // what was to be told has come another way
  });

  // it is never in the way: a choice, a tap on the table, another tab, another size end it
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-story]");
    if (!button) { if (target.closest("button[form=acts], button[form=undo]")) stop(); else setTimeout(draw); return; }
    if (button.dataset.story === "skip") stop();
    else if (button.dataset.story === "again") {
      const turn = button.closest("details");
      if (turn) { turn.open = false; $("summary", turn).focus(); } // it lies over the table
      button.closest("[popover]:popover-open")?.hidePopover();
      again(button.dataset.of);
    }
    else setPace(pace === "calm" ? "brisk" : "calm");
  });
  document.addEventListener("pointerdown", ({ target }) => { if (now && target.closest("main.play .board, main.play .dock")) stop(); });
  document.addEventListener("change", ({ target }) => {
    if (target.name === "pace") setPace(target.value);
    else if (now && target.closest("main.play .board, main.play .dock")) stop();
  });
  for (const sign of ["wheel", "touchmove"]) document.addEventListener(sign, ({ target }) => { if (now && target.closest?.(".board")) stop(); }, { passive: true });
  document.addEventListener("htmx:before:request", ({ target, detail: { ctx } }) => {
    if (now && ctx?.request?.method === "POST" && target.matches?.("#acts, #undo")) stop();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  addEventListener("resize", () => { if (now) stop(); });
  reduced.addEventListener("change", () => { if (silent()) stop(); else draw(); });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !byId("keys-on")?.checked) return;
    if (target.matches("input:not([type=radio]), select, textarea, [contenteditable]")) return;
    if (key === "." && now) stop();
    else if (key === ",") again();
  });
  draw();
})();
