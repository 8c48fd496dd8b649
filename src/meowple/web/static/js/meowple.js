// The little script of Meowple. Every page works without it; this adds comfort:
// focus that survives a swap, keys, copying, a word when the connection is lost,
// the title that says whose turn it is, cards that move.
(() => {
  "use strict";
  const html = document.documentElement;
  const $ = (selector, root = document) => root.querySelector(selector);
  const stream = $("#stream");
  html.classList.add("js");

  // -- copying a link -------------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    if ("share" in button.dataset && navigator.share) {
      try {
        await navigator.share({ title: document.title, text: field.value });
        return;
      } catch (error) {
        if (error.name === "AbortError") return; // whoever changed their mind copies nothing
      }
    }
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard
    }
    button.classList.add("done");
    const label = $("span", button);
    if (label && button.dataset.done) {
      const before = label.textContent;
      label.textContent = button.dataset.done;
      setTimeout(() => { label.textContent = before; button.classList.remove("done"); }, 2000);
    }
  });

  // -- a link pasted in the lobby ---------------------------------------------------------
  $("#got-link")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = $("#code").value.trim();
    if (!text) return;
    const path = /^(?:https?:\/\/[^/]+)?(\/(?:join|tables|seat)\/[\w-]+)\/?$/.exec(text)?.[1];
    location.assign(path ?? "/join/" + encodeURIComponent(text.replace(/^.*\//, "")));
  });

  // -- a link to a rule opens the chapter that it stands in ------------------------------------------
  const unfold = () => document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
  addEventListener("hashchange", unfold);
  unfold();

  // -- a film: the arrow keys go from step to step, the slider and the eyes at once --------------------------
  const STEPS = { ArrowLeft: "film-back", ArrowRight: "film-on", Home: "film-first", End: "film-last" };
  if ($("#film")) {
    document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
      if (STEPS[key] && !ctrlKey && !metaKey && !altKey && !target.matches("input, select")) document.getElementById(STEPS[key]).click();
    });
    document.addEventListener("change", ({ target }) => target.closest("#film-form")?.requestSubmit());
  }

  if (!stream) return; // what follows is for a table

  // -- focus: a swap must never throw the keyboard back to the top ------------------------------
  let focused = "";
  document.addEventListener("focusin", (event) => {
    const target = event.target;
    focused = target.closest("#layout") ? target.id || "?" : "";
  });
  document.addEventListener("focusout", (event) => {
    // left on purpose, or taken away together with the element?
    if (event.target.isConnected && event.relatedTarget) focused = "";
  });
  const keepFocus = () => {
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    const same = focused !== "?" && document.getElementById(focused);
    const next = same && !same.hidden ? same : document.getElementById("prompt");
    next?.focus({ preventScroll: true });
  };

  // -- what one looks for: a piece that should be in sight is brought there once, in the box it lies in ---------
  let sight = "";
  const intoSight = () => {
    const piece = $("[data-sight]");
    if (piece && piece.id !== sight) piece.scrollIntoView({ block: "center", inline: "center" });
    sight = piece?.id ?? "";
  };
  document.addEventListener("change", (event) => {
    if (event.target.name === "zoom") { sight = ""; intoSight(); }
  });
  intoSight();

  // -- drawers: what lies in a closed one is shown with it; whoever has chosen there looks at the table again ---
  const show = (place) => {
    const drawer = place.closest("[popover]:not(:popover-open)");
    if (drawer && !drawer.checkVisibility()) drawer.showPopover();
  };
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href^='#']");
    const place = link && document.getElementById(link.hash.slice(1));
    if (place) show(place);
    target.closest("button[form=acts]")?.closest(":popover-open")?.hidePopover();
  });

  // -- since your last turn: the pieces that a line is about are ringed while one looks at it ------------------
  // data-about names them by field and key, "card:quilt": it is #card-quilt if there is one, else whatever has
  // an id that ends so, as #hand-quilt. The mat of who did it is always one of them.
  const meant = (about, ...ids) => { // the pieces in sight that are named so
    const ends = [];
    for (const each of about.split(" ")) {
      const [field, key] = each.split(":");
      if (document.getElementById(`${field}-${key}`)) ids.push(`${field}-${key}`);
      else if (key) ends.push("-" + key);
    }
    const named = ({ id }) => ids.includes(id) || ends.some((end) => id.endsWith(end));
    return [...document.querySelectorAll("main.play [id]")].filter((piece) => named(piece)
      && (!piece.closest(".ribbon, .log, [popover]:not(:popover-open)") || piece.closest(".drawer")) && piece.checkVisibility());
  };
  let ringed = [], ringer = null;
  const ring = (line) => {
    ringer = line;
    for (const piece of ringed) piece.classList.remove("told-of");
    ringed = [];
    if (!line) return;
    const seat = line.closest("[data-seat]")?.dataset.seat;
    for (const piece of meant(line.dataset.about, `mat-${seat - 1}`)) {
      if (piece.closest(".told-of")) continue;
      piece.style.setProperty("--told", getComputedStyle(line).getPropertyValue("--seat-ink") || "currentColor");
      piece.classList.add("told-of");
      ringed.push(piece);
    }
  };
  document.addEventListener("meowple:ring", ({ detail }) => ring(detail)); // what a beat of a story is about
  for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, ({ target }) => {
    const line = target.closest?.(".since [data-about]") ?? null;
    if (line || ringed.length) ring(line);
  });
  const since = () => {
    const told = document.getElementById("region-since");
    if (told?.dataset.upto && told.dataset.upto === seen) told.hidden = true;
  };
  let seen = null;
  try { seen = sessionStorage.getItem("seen " + location.pathname); } catch { /* private mode */ }
  since();
  const fold = (but) => {
    for (const open of document.querySelectorAll(".since details[open]")) if (!open.contains(but)) open.open = false;
  };
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") fold(null); });
  document.addEventListener("click", (event) => {
    const { target } = event;
    fold(target);
    if (target.closest("#since-seen")) {
      seen = document.getElementById("region-since").dataset.upto;
      try { sessionStorage.setItem("seen " + location.pathname, seen); } catch { /* private mode */ }
      ring(null);
      since();
      document.getElementById("prompt")?.focus({ preventScroll: true });
    }
    const step = target.closest("a.since__step");
    if (!step) return;
    event.preventDefault(); // without a script it leads to the mat
    $("#since-list:popover-open")?.hidePopover();
    ring(step);
    const piece = ringed[0] ?? document.getElementById(step.hash.slice(1));
    if (piece) { show(piece); piece.scrollIntoView({ block: "center", inline: "center" }); }
  });

  // -- maps: the arrow keys go from piece to piece ---------------------------------------------------------
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const map = way && event.target.closest("[data-arrows]");
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = (piece) => {
      const box = piece.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(event.target);
    let next = null, least = Infinity;
    for (const piece of map.querySelectorAll("button")) {
      const [px, py] = middle(piece);
      const along = (px - x) * way[0] + (py - y) * way[1];
      const aside = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
      if (along > 1 && aside < 2 * along && along + 1.5 * aside < least) [next, least] = [piece, along + 1.5 * aside];
    }
    event.preventDefault();
    next?.focus();
  });

  // -- settings that this browser keeps ---------------------------------------------------------
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } }; // private mode
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private mode */ } };

  // -- good to know: a sentence when a kind of question comes for the first time; "off" for who wants none -------
  // The server draws it hidden. It has been seen when it was put away or its question answered.
  const learned = new Set((kept("learned") ?? "").split(" "));
  let taught = "", taughtAt; // the kind that is told of now, and the number of its question
  const learn = (kind) => { learned.add(kind); keep("learned", [...learned].join(" ").trim()); };
  const teach = () => {
    const told = document.getElementById("region-first");
    const kind = told?.dataset.kind ?? "", asked = $("#acts input[name=question]")?.value;
    if (taught && (kind !== taught || asked !== taughtAt)) learn(taught);
    const tells = kind && !learned.has("off") && !learned.has(kind);
    taught = tells ? kind : "";
    taughtAt = asked;
    if (told) told.hidden = !tells;
  };
  teach();
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#first-seen")) return;
    learn(taught);
    teach();
    document.getElementById("prompt")?.focus({ preventScroll: true });
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "whats" && target.checked) [...document.querySelectorAll(".what")].find((one) => one.checkVisibility())?.focus({ preventScroll: true });
    if (target.id !== "first-on") return;
    learned.clear(); // on again: everything is told once more
    learn(target.checked ? "" : "off");
    teach();
  });

  // -- whose turn it is: title, badge, and a sound for those who want one ---------------------
  let sound = kept("sound") === "on";
  let air = null;
  const ding = () => {
    air ??= new AudioContext();
    air.resume();
    for (const [at, pitch] of [[0, 660], [0.14, 880]]) {
      const tone = new OscillatorNode(air, { type: "triangle", frequency: pitch });
      const start = air.currentTime + at;
      const loud = new GainNode(air, { gain: 0 });
      loud.gain.linearRampToValueAtTime(0.14, start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      tone.connect(loud).connect(air.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    }
  };
  let turn = $("#turn")?.dataset.turn;
  const tellTurn = () => {
    const now = $("#turn");
    if (!now) return;
    document.title = (now.dataset.turn === "yes" && document.hidden ? "● " : "") + now.dataset.title;
    if (now.dataset.turn !== turn) {
      turn = now.dataset.turn;
      if (turn === "yes" && sound) ding();
      if (turn === "yes") navigator.setAppBadge?.(1).catch(() => {});
      else navigator.clearAppBadge?.().catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", tellTurn);

  // -- cards that move: only when the cards on the table change, and never for those who want calm ----
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let moving = 0; // swaps that move cards, or wait for those that do
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const swaps = (tasks ?? []).filter((task) => task.swapSpec);
    ctx.moves = !ctx.told && !calm.matches && !document.hidden && "startViewTransition" in document
      && swaps.some((task) => task.target?.id === "region-stage");
    // what is newer must not overtake a swap that still waits for its cards to move: it waits too
    ctx.waits = ctx.moves || moving > 0;
    if (ctx.waits) moving++;
    for (const task of swaps) task.swapSpec.transition = ctx.waits;
  });
  document.addEventListener("htmx:finally:swap", ({ detail: { ctx } }) => {
    if (ctx.waits) moving--;
    ctx.waits = false;
  });
  document.addEventListener("htmx:before:viewTransition", ({ detail: { ctx } }) => {
    html.classList.toggle("vt", ctx.moves); // cards are named only now: see .moves
  });
  const still = () => html.classList.remove("vt");
  const move = document.startViewTransition?.bind(document);
  if (move) document.startViewTransition = (change) => {
    const transition = move(change);
    transition.ready.catch(() => {}); // a tab that is hidden or resized just shows what is new
    transition.finished.then(still, still);
    return transition;
  };
  document.addEventListener("htmx:after:swap", () => {
    keepFocus();
    intoSight();
    tellTurn();
    ring(ringer?.isConnected ? ringer : null);
    since();
    teach();
    switches();
    clearNotice();
    tellChat();
  });

  // -- chat: times as the reader's clock shows them, and how much is unread where it is out of sight ----
  const said = () => [...document.querySelectorAll("#region-chat li[id]")];
  const number = (item) => Number(item.id.slice(5));
  let read = Math.max(0, ...said().map(number));
  const inSight = () => {
    const box = document.getElementById("region-chat")?.getBoundingClientRect();
    return !document.hidden && box && box.top < innerHeight && box.bottom > 0;
  };
  const tellChat = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const text = new Date(time.dateTime).toLocaleTimeString(html.lang, { hour: "2-digit", minute: "2-digit" });
      if (time.textContent !== text) time.textContent = text;
    }
    if (inSight()) read = Math.max(read, ...said().map(number));
    const count = said().filter((item) => number(item) > read && !("mine" in item.dataset)).length;
    const badge = document.getElementById("unread");
    if (!badge) return;
    badge.hidden = !count;
    const text = count ? String(count) : "";
    if (badge.textContent !== text) badge.textContent = text;
    badge.title = count ? `${count} ${badge.dataset.words}` : "";
  };
  tellChat();
  addEventListener("scroll", tellChat, { passive: true, capture: true });
  document.addEventListener("toggle", tellChat, true);
  document.addEventListener("visibilitychange", tellChat);

  // -- chat: empty the field once its message is on its way ----------------------------------------
  document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
    const form = target.closest?.("#say-form");
    if (form && ctx?.response?.status < 400 && form.elements.text.value === ctx.request.body.get("text")) form.reset();
  });

  // -- notices go by themselves -----------------------------------------------------------------------
  let notice;
  const clearNotice = () => {
    const box = document.getElementById("notice");
    if (!box?.firstElementChild) return;
    clearTimeout(notice);
    notice = setTimeout(() => document.getElementById("notice")?.replaceChildren(), 7000);
  };

  // -- the connection ------------------------------------------------------------------------------------
  // The server shows every five seconds that it lives. A stream that keeps silent is opened anew, and
  // until it speaks the page asks for itself. What a form could not send is sent again and again: the
  // server does nothing twice.
  const SILENT = 8500;
  const TURN = 4000;
  const AWAY = [502, 503, 504]; // a proxy without its server, a server without its database
  const lost = document.getElementById("lost");
  const words = $("span", lost);
  const lostWords = words.textContent;
  let connection = null;
  let last = Date.now(); // when the server was last heard
  let asked = 0; // when the page last asked for itself
  let patience = 0; // how long it waits for an answer: longer each time that none comes
  let news = 0; // messages of the stream so far
  let beats = 0;
  let unsent = 0; // forms that wait for the connection
  let resting = false;
  const asks = $("#asks"); // asks besides the stream: an answer of that which does not begin holds up no question
  const [events, query] = stream.dataset.events.split("?");
  let shown = new URLSearchParams(query).get("at") ?? ""; // what the page shows
  let told = shown; // what the stream takes it to show: it knows of no answers to forms
  let apart = 0; // beats since both were the same
  const setDown = (is, status = 0) => {
    if (lost.hidden === is) lost.hidden = !is;
    const busy = status === 503; // the server answers, but that it can do nothing now
    const text = unsent ? (busy ? lost.dataset.unstored : lost.dataset.unsent) : busy ? lost.dataset.busy : lostWords;
    if (is && words.textContent !== text) words.textContent = text;
    html.classList.toggle("offline", is);
  };
  const heard = () => { last = Date.now(); if (!unsent) setDown(false); };
  const pause = (time) => new Promise((done) => {
    const timer = setTimeout(done, time);
    addEventListener("online", () => { clearTimeout(timer); done(); }, { once: true });
  });
  const send = async (url, request) => {
    let waits = false;
    try {
      for (let tries = 1; ; tries++) {
        let status = 0;
        try {
          const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(Math.min(tries, 6) * 20_000) });
          const body = await answer.arrayBuffer(); // an answer may also stop half-way
          status = answer.status;
          if (!AWAY.includes(status)) return new Response(body.byteLength ? body : null, answer);
        } catch { /* the network is away, or keeps it */ }
        if (!waits) { waits = true; unsent++; }
        setDown(true, status);
        await pause(Math.min(250 * 2 ** tries, 5000));
      }
    } finally {
      if (waits) unsent--;
      heard();
    }
  };
  stream.addEventListener("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    connection.lastEventId = told = shown;
    if (resting) event.preventDefault();
  });
  stream.addEventListener("htmx:sse:after:connection", heard);
  stream.addEventListener("htmx:sse:close", () => { connection = null; });
  stream.addEventListener("htmx:sse:before:message", (event) => {
    heard();
    const { message } = event.detail;
    if (message.event) return;
    const before = told;
    told = message.id;
    if (before === shown && told !== shown) {
      news++;
      shown = told;
      return;
    }
    event.preventDefault(); // the answer to a form brought it,
    if (told !== shown) ask(); // or something that this message leaves as it was
  });
  stream.addEventListener("beat", () => { // that this page lives is told in turn
    apart = told === shown ? 0 : apart + 1;
    if (apart > 1) ask();
    if (++beats % 4 === 0) fetch(stream.dataset.here, { method: "POST" }).catch(() => {});
  });
  stream.addEventListener("gone", () => location.assign("/"));
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    ctx.request.headers["Meowple-At"] = shown;
    ctx.news = news;
    if (ctx.request.method !== "POST") return;
    ctx.fetch = send;
    ctx.request.timeout = 3_600_000; // it ends by itself, when the connection is back
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { request } = event.detail.ctx;
    if (resting && request.action.startsWith(events)) event.preventDefault();
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const at = ctx.response?.headers?.get("Meowple-At");
    if (at === null || at === undefined || ctx.news === undefined) return;
    if (ctx.news === news) shown = at;
    else tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "notice")); // the stream was faster
  });
  const ask = () => {
    asked = Date.now();
    patience = Math.min(2 * patience, 8 * TURN) || TURN;
    htmx.ajax("GET", stream.dataset.changes, { source: asks, swap: "none", timeout: patience - 500 });
  };
  asks.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status === 404) location.assign("/");
    if (ctx.response.status >= 500) return setDown(true, ctx.response.status);
    patience = 0;
    if (resting) last = Date.now();
    if (!unsent) setDown(false);
  });
  for (const sign of ["htmx:error", "htmx:sse:error"]) stream.addEventListener(sign, () => setDown(true));
  asks.addEventListener("htmx:error", () => setDown(true));
  addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });
  addEventListener("offline", () => setDown(true));
  addEventListener("online", ask);
  setInterval(() => {
    const now = Date.now();
    if (resting ? now - asked < (document.hidden ? 5 : 1) * TURN : now - last < SILENT || now - asked < Math.max(patience, TURN)) return;
    if (!resting) connection?.reader?.cancel?.();
    ask();
  }, 1000);

  // Browsers keep six connections to a server for all their tabs. So only the four tabs that were looked
  // at last have a stream, and the others ask now and then.
  const STREAMS = 4;
  const me = String(Math.random());
  const others = new Set(); // tabs looked at since this one was
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("meowple") : null;
  const looked = () => {
    if (document.hidden || (!resting && !others.size)) return;
    others.clear();
    tabs.postMessage(me);
    if (!resting) return;
    resting = false;
    last = Date.now();
    htmx.trigger(stream, "wake");
  };
  if (tabs) {
    tabs.postMessage(me);
    tabs.onmessage = ({ data }) => {
      others.add(data);
      if (resting || others.size < STREAMS) return;
      resting = true;
      connection?.reader?.cancel?.();
    };
    for (const sign of ["focus", "pointerdown", "keydown"]) addEventListener(sign, looked, true);
    document.addEventListener("visibilitychange", looked);
  }

  // -- keys --------------------------------------------------------------------------------------------------
  let keys = kept("keys") !== "off";
  const switches = () => {
    const are = { "keys-on": keys, "sound-on": sound, "first-on": !learned.has("off") };
    for (const id in are) {
      const box = document.getElementById(id);
      if (box) box.checked = are[id];
    }
  };
  switches();
  document.addEventListener("change", ({ target }) => {
    if (target.id === "keys-on") { keep("keys", (keys = target.checked) ? "on" : "off"); tellKeys(); }
    if (target.id !== "sound-on") return;
    keep("sound", (sound = target.checked) ? "on" : "off");
    if (sound) ding(); // so one knows it, and the browser knows that it may
  });
  // Every choice has a key, shown on it: 0 goes on, 1 to 9 and then letters choose. A piece says which it wants
  // by data-key; the others get what is free. It stays the same as long as the question stands.
  const KEYS = "0123456789qwerafzxvnuijk";
  const CHOICES = "main.play :is(button[form=acts], button[form=undo]:not(#undo-go), .choice > input, [data-key])";
  const OPEN = ":popover-open:not(.why-pop)";
  let question = "";
  const keyOf = new Map(); // keys by the id of what they choose
  const choices = new Map(); // what is chosen by each key now
  const tellKeys = () => {
    const asked = $("#acts input[name=question]")?.value ?? "";
    if (asked !== question) { question = asked; keyOf.clear(); }
    choices.clear();
    const open = $(OPEN);
    const all = keys ? [...document.querySelectorAll(CHOICES)] : [];
    const seen = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && (!open || open.contains(one)));
    const take = (one, key) => {
      if (!key || choices.has(key)) return false;
      choices.set(key, one);
      keyOf.set(one.id, key);
      return true;
    };
    const rest = seen.filter((one) => !take(one, KEYS[one.dataset.key] ?? one.dataset.key));
    const fresh = rest.filter((one) => !take(one, keyOf.get(one.id)) && !one.closest("[data-arrows]"));
    const used = new Set([...choices.keys(), ...keyOf.values()]);
    for (const one of fresh) {
      const first = one.closest(".dock__go") ? 0 : 1;
      const key = [...KEYS].find((each, i) => i >= first && !used.has(each));
      if (take(one, key)) used.add(key);
    }
    const caps = new Set(document.querySelectorAll("main.play .key"));
    for (const [key, one] of choices) {
      if (one.matches(".cannot")) continue; // its key says why
      const box = one.matches("input") ? one.parentElement : one;
      let cap = $(":scope > .key", box);
      if (!cap) {
        cap = document.createElement("i");
        cap.className = "key";
        cap.ariaHidden = "true";
        box.append(cap);
      }
      caps.delete(cap);
      cap.dataset.shown = key;
      one.setAttribute("aria-keyshortcuts", key);
    }
    for (const cap of caps) cap.remove();
  };
  tellKeys();
  document.addEventListener("change", tellKeys);
  document.addEventListener("toggle", tellKeys, true);
  document.addEventListener("htmx:after:swap", tellKeys);
  // -- a hint: the pieces of the idea that is looked at are ringed with a red pencil -------------------------
  const coach = () => $("#coach:not([hidden])");
  const pieces = (key) => { // what is pressed for an action: a button, or two that go together
    const button = [...document.querySelectorAll("main.play button[name=action]")].find((one) => one.value === key);
    const pair = button?.closest(".go[data-i]");
    if (!pair) return button ? [button] : [];
    return [`.pick--a [data-n="${pair.dataset.i}"]`, `.pick--b [data-n="${pair.dataset.j}"]`].map((one) => $(`main.play ${one}`));
  };
  const closeHint = () => {
    const box = coach();
    if (!box) return;
    box.hidden = true;
    box.at = box.idea = null;
    box.replaceChildren();
    tellHint();
  };
  const mark = (how, marked, idea) => { // how: "hint" rings what is to be chosen, "aim" dots what that is for
    for (const old of document.querySelectorAll(`[data-${how}]`)) {
      if (marked.includes(old)) continue;
      delete old.dataset[how];
      $(`:scope > .pencil--${how}`, old)?.remove();
    }
    for (const piece of marked) {
      piece.dataset[how] = idea.id.slice(5);
      let pencil = $(`:scope > .pencil--${how}`, piece);
      if (!pencil) {
        pencil = document.createElement("i");
        pencil.className = `pencil pencil--${how}`;
        pencil.ariaHidden = "true";
        piece.append(pencil);
      }
      pencil.dataset.n = idea.id.slice(5);
    }
  };
  const tellHint = () => {
    const box = coach();
    const now = $("#acts input[name=command]")?.value;
    if (box && !box.at) {
      box.at = now;
      $("#idea-1", box).focus({ preventScroll: true });
    }
    if (box && (box.at !== now || box.dataset.question !== $("#acts input[name=question]")?.value)) { closeHint(); return; }
    const idea = box && $("input:checked", box);
    const found = idea ? pieces(idea.value).map((one) => one.closest("label") ?? one) : [];
    if (idea && box.idea !== idea) found[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (box) box.idea = idea;
    const aims = !idea?.dataset.aims ? [] : meant(idea.dataset.aims).map((one) => $(".card", one) ?? one)
      .filter((one) => !found.some((piece) => piece.contains(one) || one.contains(piece)));
    mark("hint", found, idea);
    mark("aim", [...new Set(aims)].filter((one, i, all) => !all.some((other) => other !== one && other.contains(one))), idea);
  };
  const chooseHint = () => { // chosen, not sent
    const idea = $("#coach input:checked");
    const found = idea ? pieces(idea.value) : [];
    for (const one of found) if (one.matches("input")) one.click();
    const last = found.length > 1 ? choices.get("0") : found[0];
    if (!last) return;
    show(last);
    last.scrollIntoView({ block: "nearest", inline: "nearest" });
    last.focus();
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#coach-choose")) chooseHint();
    else if (target.closest("#coach-close")) { closeHint(); document.getElementById("hint-go")?.focus(); }
  });
  document.addEventListener("change", tellHint);
  document.addEventListener("htmx:after:swap", tellHint);
  const PLACES = { p: "#prompt", c: "#say", l: "#region-log" };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!keys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.matches("input:not([type=radio]), select, textarea, [contenteditable]")) return;
    if (target.closest("#coach") && (key === "Enter" || key === "Escape") && !target.closest("button")) {
      event.preventDefault();
      if (key === "Enter") chooseHint();
      else { closeHint(); document.getElementById("hint-go")?.focus(); }
      return;
    }
    tellKeys(); // the page may have changed its size
    const open = $(OPEN);
    let button = choices.get(key === "=" ? "+" : key) ?? null;
    if (key === "Enter" && target.matches("main.play [type=radio]")) { // two that were chosen go together
      const go = choices.get("0");
      button = go?.matches("[form=acts]") ? go : null;
    }
    else if (button || (open && key !== "m" && key !== "?")) { /* what is open comes first */ }
    else if (key === "m") button = document.getElementById("menu-go");
    else if (key === "?" || (key === "Escape" && $("#whats:checked") && !$(":popover-open"))) button = document.getElementById("whats");
    else if (PLACES[key]) {
      const place = $(PLACES[key]);
      if (place) { event.preventDefault(); show(place); place.focus(); place.scrollIntoView({ block: "nearest" }); }
      return;
    } else if (/^[a-z]$/.test(key)) button = $(`#layout [aria-keyshortcuts="${key}"]`);
    if (!button) return;
    event.preventDefault();
    $(".why-pop:popover-open")?.hidePopover();
    button.focus();
    button.click();
  });
})();
