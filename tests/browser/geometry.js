// What is wrong with a table as it stands, as sentences: of all that may be chosen (keys: of the
// actions), of the result, of cards and names. Reads geometry only; puts back what it scrolls.
// While a sheet with choices is open, it looks at these alone.
(keys) => {
  const wrong = new Set();
  const end = document.querySelector("main.end");
  const main = end ?? document.querySelector("main.play");
  const root = document.documentElement;
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
  const spoken = (e) => !!e.closest(".vh");
  const called = (e) => e.id || e.value || e.className?.baseVal || e.className || e.tagName;
  const name = (e) => {
    const input = e.matches("label") ? e.querySelector("input") : e;
    const by = (input?.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    return (input?.getAttribute("aria-label") || by.trim() || e.textContent).trim();
  };
  const clips = (style, axis) => style[`overflow${axis}`] !== "visible";
  const scrolls = (style, axis) => ["auto", "scroll"].includes(style[`overflow${axis}`]);
  const box = (e) => { // what an element lets see of what is in it
    const r = e.getBoundingClientRect();
    const style = getComputedStyle(e);
    const more = style.overflowX === "clip" ? parseFloat(style.overflowClipMargin) || 0 : 0;
    return { left: r.left + e.clientLeft - more, top: r.top + e.clientTop - more, right: r.left + e.clientLeft + e.clientWidth + more, bottom: r.top + e.clientTop + e.clientHeight + more };
  };
  const parents = function* (e) {
    for (let fixed = false, p = e; p && p !== root; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (p !== e && !fixed) yield [p, style];
      if (style.position === "fixed") fixed = true;
    }
  };
  // brings an element into sight as a person could: only boxes that people can scroll are scrolled
  const moved = new Map();
  const reveal = (e) => {
    const before = new Map([[root, [root.scrollLeft, root.scrollTop]]]);
    for (const [p] of parents(e)) before.set(p, [p.scrollLeft, p.scrollTop]);
    e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    let forced = "";
    for (const [p, [left, top]] of before) {
      const style = getComputedStyle(p);
      const page = p === root || p === document.body;
      const x = p.scrollLeft !== left && !scrolls(style, "X") && !(page && !clips(style, "X"));
      const y = p.scrollTop !== top && !scrolls(style, "Y") && !(page && !clips(style, "Y"));
      if (x || y) { forced = called(p); p.scrollTo(left, top); }
      else if ((p.scrollLeft !== left || p.scrollTop !== top) && !moved.has(p)) moved.set(p, [left, top]);
    }
    return forced;
  };
  const back = () => { for (const [p, [left, top]] of moved) p.scrollTo(left, top); moved.clear(); };
  // how much of a rectangle is cut off, and by what
  const cut = (e, r) => {
    let most = 0, by = "";
    const at = (amount, who) => { if (amount > most) { most = amount; by = who; } };
    for (const [p, style] of parents(e)) {
      if (!clips(style, "X") && !clips(style, "Y")) continue;
      if (p === document.body) continue;
      const b = box(p);
      if (clips(style, "X")) at(Math.max(b.left - r.left, r.right - b.right), called(p));
      if (clips(style, "Y")) at(Math.max(b.top - r.top, r.bottom - b.bottom), called(p));
    }
    at(Math.max(-r.left, -r.top, r.right - innerWidth, r.bottom - innerHeight), "the window");
    return [Math.round(most), by];
  };
  const hit = (e, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (e === top || e.contains(top) || (e.matches("label") && top.closest("label") === e)) ? null : top;
  };

  const sheet = [...document.querySelectorAll("[popover]:popover-open")].find((p) => p.querySelector("button[name=action]"));

  // -- the page ---------------------------------------------------------------------------------
  if (root.scrollWidth > innerWidth + 1) wrong.add(`the page is ${root.scrollWidth} wide`);
  const dock = main.querySelector(".dock"), board = main.querySelector(".board");
  if (board && dock && seen(dock)) {
    const a = board.getBoundingClientRect(), b = dock.getBoundingClientRect();
    if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1) wrong.add("the dock lies over the board");
    if (innerHeight >= 560 && a.height < 170) wrong.add(`the board is a slit of ${Math.round(a.height)} px`);
  }
  for (const face of main.querySelectorAll(".card > .card__in")) {
    if (!seen(face.parentElement) || !face.firstElementChild) continue;
    if (![...face.children].some((child) => child.getClientRects().length)) wrong.add(`a card is blank: ${called(face.parentElement)}`);
  }

  // what stands on a rival's mat stands whole on it, and so does the name
  for (const mat of main.querySelectorAll(".opps > .mat, .opps li > .mat")) {
    if (!seen(mat)) continue;
    const most = mat.getBoundingClientRect().bottom;
    for (const piece of mat.querySelectorAll("*")) {
      if (!seen(piece) || spoken(piece) || piece.closest("[popover], .what, .mat__look") || getComputedStyle(piece).clipPath !== "none") continue;
      const r = piece.getBoundingClientRect();
      if (r.height > 1 && r.bottom > most + 1) { wrong.add(`a mat is cut (${Math.round(r.bottom - most)} px): ${called(piece)} of ${mat.getAttribute("aria-label") ?? mat.id}`); break; }
    }
    for (const one of mat.querySelectorAll(".mat__name")) if (seen(one) && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)) wrong.add(`a name is cut: ${one.textContent.trim()}`);
  }

  if (main.querySelector("fieldset .card")) wrong.add("a card is in a fieldset, where it can go blank when the page changes");

  // -- what may be chosen -------------------------------------------------------------------------
  const buttons = [...main.querySelectorAll("button[name=action], label:has(> input[type=radio]), button.can, button[form=undo].picked")];
  const offered = new Set([...main.querySelectorAll("button[name=action]")].map((b) => b.value));
  const picked = main.querySelector("button[form=undo].picked, [form=undo][aria-pressed=true]");
  for (const key of keys) if (!offered.has(key) && !picked) wrong.add(`not offered: ${key}`);
  const inHand = (b) => !!b.closest(".hand"); // cards that are alike may lie in one hand: either is the same choice
  const sight = buttons.filter((b) => seen(b) && b.value);
  const values = [...new Set(sight.filter(inHand).map((b) => b.value)), ...sight.filter((b) => !inHand(b)).map((b) => b.value)];
  for (const value of new Set(values)) if (values.filter((v) => v === value).length > 1) wrong.add(`offered twice: ${value}`);
  const choices = buttons.filter((b) => seen(b) && (!sheet || sheet.contains(b)));
  if (keys.length && !choices.length) wrong.add("nothing to choose is in sight");
  for (const e of choices) {
    if (!name(e)) wrong.add(`no name: ${called(e)}`);
    const forced = reveal(e);
    const r = e.getBoundingClientRect();
    if (forced) wrong.add(`out of reach in ${forced}: ${name(e).slice(0, 40)}`);
    if (r.width < 23.5 || r.height < 23.5) wrong.add(`too small (${Math.round(r.width)} x ${Math.round(r.height)}): ${name(e).slice(0, 40)}`);
    const [much, by] = cut(e, r);
    if (much > 2) wrong.add(`cut off by ${by} (${much} px): ${name(e).slice(0, 40)}`);
    const over = [];
    const hex = e.matches(".hex__go"); // its box is more than its shape
    for (const fx of hex ? [0.3, 0.5, 0.7] : [0.15, 0.5, 0.85]) for (const fy of hex ? [0.3, 0.5, 0.7] : [0.15, 0.5, 0.85]) {
      const top = hit(e, r.left + r.width * fx, r.top + r.height * fy);
      if (top) over.push(top);
    }
    // cards of a hand may lie over one another: a strip of each is enough
    const most = e.closest(".hand") ? 6 : 2;
    if (over.length > most && much <= 2 && !forced) wrong.add(`covered by ${called(over[0])}: ${name(e).slice(0, 40)}`);
    back();
  }
  // a choice over another, as they stand before anything is scrolled
  const rects = choices.map((e) => [e, e.getBoundingClientRect()]);
  rects.forEach(([a, ra], i) => {
    for (const [b, rb] of rects.slice(i + 1)) {
      if (a.contains(b) || b.contains(a) || (a.closest(".hexmap") && b.closest(".hexmap")) || (a.closest(".hand") && a.closest(".hand") === b.closest(".hand"))) continue;
      const w = Math.min(ra.right, rb.right) - Math.max(ra.left, rb.left), h = Math.min(ra.bottom, rb.bottom) - Math.max(ra.top, rb.top);
      if (w <= 3 || h <= 3) continue;
      const apart = [...parents(a)].some(([p, s]) => (scrolls(s, "Y") || scrolls(s, "X")) && !p.contains(b)) || [...parents(b)].some(([p, s]) => (scrolls(s, "Y") || scrolls(s, "X")) && !p.contains(a));
      if (!apart) wrong.add(`overlap: ${name(a).slice(0, 30)} / ${name(b).slice(0, 30)}`);
    }
  });

  // -- words ----------------------------------------------------------------------------------------
  const words = (e, what) => {
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode()); ) {
      const p = node.parentElement;
      if (!node.data.trim() || spoken(p) || !seen(p) || p.closest("svg, .step__name")) continue;
      const style = getComputedStyle(p);
      if (style.clipPath !== "none" || parseFloat(style.fontSize) === 0) continue;
      if (parseFloat(style.fontSize) < 11.9) wrong.add(`letters of ${style.fontSize}: ${node.data.trim().slice(0, 30)}`);
      const range = new Range();
      for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        // after a soft hyphen a range begins with what stands before the break
        range.setStart(node, word.index + (node.data[word.index - 1] === "\u00ad" ? 1 : 0));
        range.setEnd(node, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((r) => r.width > 0.5);
        if (new Set(lines.map((r) => Math.round(r.top))).size > 1) wrong.add(`split in ${what}: ${word[0]}`);
        for (const r of lines) {
          for (let b = p; b && e.parentElement?.contains(b) && b !== main; b = b.parentElement) {
            const s = getComputedStyle(b);
            if (s.position === "fixed") break;
            const c = box(b);
            const x = clips(s, "X") && !scrolls(s, "X") && Math.max(c.left - r.left, r.right - c.right);
            const y = clips(s, "Y") && !scrolls(s, "Y") && Math.max(c.top - r.top, r.bottom - c.bottom) - 5;
            if (x > 2 || y > 2) { wrong.add(`words cut in ${what}: ${node.data.trim().slice(0, 40)}`); break; }
          }
        }
      }
    }
  };
  for (const e of choices) words(e, "a choice");
  for (const e of main.querySelectorAll("#prompt, .board .card, .mine .card")) if (seen(e)) words(e, "the table");

  // -- the result: one's own place and everybody on the podium are seen at once, from 560 px of height on ---
  if (end) {
    for (const e of end.querySelectorAll(".verd__say, .verd__how, .podium > li, tbody tr, .end__chart li, .lines, .shown li, .enddock .act")) {
      if (!seen(e)) continue;
      const forced = reveal(e);
      const r = e.getBoundingClientRect();
      const [much, by] = cut(e, r);
      const said = e.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
      if (forced || much > 2) wrong.add(`the result is cut off by ${forced || by} (${much} px): ${said}`);
      if (moved.size && innerHeight >= 560 && e.matches(".verd__say, .podium > li")) wrong.add(`the result is out of sight until scrolled: ${said}`);
      const over = hit(e, r.left + r.width / 2, r.top + Math.min(r.height, innerHeight) / 2);
      if (over && much <= 2 && !forced && !e.matches(".podium > li")) wrong.add(`the result is covered by ${called(over)}: ${said}`);
      back();
    }
    words(end, "the result");
  }
  return [...wrong];
}
