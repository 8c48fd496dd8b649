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

  // -- finding in the rules -----------------------------------------------------------------
  const query = $("#q");
  if (query) {
    const found = $("#found");
    let hits = [], at = -1;
    const show = (step) => {
      if (!hits.length) return;
      at = (at + step + hits.length) % hits.length;
      const range = hits[at];
      CSS.highlights?.set("found-now", new Highlight(range));
      range.startContainer.parentElement.scrollIntoView({ block: "center" });
      found.textContent = `${at + 1} / ${hits.length}`;
    };
    query.addEventListener("input", () => {
      const want = query.value.trim().toLowerCase();
      hits = []; at = -1;
      CSS.highlights?.clear();
      if (want.length > 1) {
        const walk = document.createTreeWalker($("#text"), NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode()); ) {
          const text = node.data.toLowerCase();
          for (let i = text.indexOf(want); i >= 0; i = text.indexOf(want, i + want.length)) {
            const range = new Range();
            range.setStart(node, i);
            range.setEnd(node, i + want.length);
            hits.push(range);
          }
        }
        CSS.highlights?.set("found", new Highlight(...hits));
      }
      found.textContent = want.length > 1 && !hits.length ? found.dataset.none : "";
      show(1);
    });
    $("#find").addEventListener("submit", (event) => { event.preventDefault(); show(1); });
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

  // -- whose turn it is: title and badge ------------------------------------------------------
  let turn = $("#turn")?.dataset.turn;
  const tellTurn = () => {
    const now = $("#turn");
    if (!now) return;
    document.title = (now.dataset.turn === "yes" && document.hidden ? "● " : "") + now.dataset.title;
    if (now.dataset.turn !== turn) {
      turn = now.dataset.turn;
      if (turn === "yes") navigator.setAppBadge?.(1).catch(() => {});
      else navigator.clearAppBadge?.().catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", tellTurn);

  // -- cards that move: only when the cards on the table change, and never for those who want calm ----
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  document.addEventListener("htmx:before:swap", (event) => {
    const tasks = (event.detail.tasks ?? []).filter((task) => task.swapSpec);
    const moves = !calm.matches && !document.hidden && "startViewTransition" in document
      && tasks.some((task) => task.target?.id === "region-stage");
    html.classList.toggle("vt", moves); // cards are named only now: see .moves
    for (const task of tasks) task.swapSpec.transition = moves;
  });
  document.addEventListener("htmx:after:swap", () => {
    html.classList.remove("vt");
    keepFocus();
    tellTurn();
    keysSwitch();
    clearNotice();
  });

  // -- chat: empty the field once the message is on its way ----------------------------------------
  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("#say-form");
    if (form && event.detail.ctx?.response?.status < 400) form.reset();
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
  const lost = document.getElementById("lost");
  let connection = null;
  let down = false;
  const setDown = (is) => {
    if (lost.hidden === is) lost.hidden = !is;
    html.classList.toggle("offline", is);
    if (down && !is) connection?.reader?.cancel?.(); // a stream that hangs is opened anew
    down = is;
  };
  stream.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    if (down) { down = false; setDown(false); }
  });
  stream.addEventListener("htmx:sse:error", () => setDown(true));
  stream.addEventListener("htmx:error", () => setDown(true));
  stream.addEventListener("gone", () => location.assign("/"));
  addEventListener("offline", () => setDown(true));
  const ping = async () => {
    try {
      await fetch(stream.dataset.ping, { cache: "no-store", signal: AbortSignal.timeout(3500) });
      if (down) setDown(false);
    } catch {
      setDown(true);
    }
  };
  addEventListener("online", ping);
  setInterval(() => { if (!document.hidden) ping(); }, 7000);

  // -- keys --------------------------------------------------------------------------------------------------
  let keys = true;
  try { keys = localStorage.getItem("keys") !== "off"; } catch { /* private mode */ }
  const keysSwitch = () => {
    const box = document.getElementById("keys-on");
    if (box) box.checked = keys;
  };
  keysSwitch();
  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-on") return;
    keys = event.target.checked;
    try { localStorage.setItem("keys", keys ? "on" : "off"); } catch { /* private mode */ }
  });
  const PLACES = { p: "#prompt", c: "#say", l: "#region-log" };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!keys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.matches("input:not([type=radio]), select, textarea, [contenteditable]")) return;
    const open = $(":popover-open");
    if (open && key !== "m" && key !== "?") return;
    let button = null;
    if (/^[0-9]$/.test(key)) button = $(`#region-dock [data-key="${key}"]`);
    else if (key === "m" || key === "?") button = document.getElementById("menu-go");
    else if (PLACES[key]) {
      const place = $(PLACES[key]);
      if (place) { event.preventDefault(); place.focus(); place.scrollIntoView({ block: "nearest" }); }
      return;
    } else if (/^[a-z]$/.test(key)) button = $(`#layout [aria-keyshortcuts="${key}"]`);
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  });
})();
