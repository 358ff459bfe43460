/* The link to the table: says when it is lost, by which side, and what was missed when it is back; reads the table slowly meanwhile, and keeps the focus
 * where it was when parts of the page are exchanged.
 *
 * The element with data-poll-url (and hx-ws:connect) is never exchanged itself. What comes back from that
 * address are the same fragments that the socket sends.
 */
(() => {
  "use strict";
  const PATIENCE = 2000, POLL = 5000, COUNT = 250, BACK_STAYS = 2500, MISSED_STAYS = 12000, TOLD = 2;
  const LOST = "The site does not answer. Reconnecting… your seat and bets are safe.";
  const OFFLINE = "Your own connection is lost. Reconnecting… your seat and bets are safe.";
  const SIDES = new Map([[LOST, "The site did not answer."], [OFFLINE, "Your connection was lost."]]);
  const GIVEN_UP = "No longer live: the table is read every five seconds. Load the page again to reconnect.";
  let going = false;
  const root = document.querySelector("[data-poll-url]");
  const banner = document.getElementById("banner");

  /* The banner */
  let patience = 0, polling = 0, counting = 0, hiding = 0, why = LOST;
  let then = null, back = false; // the log when the link was lost; whether the table is still to come

  function show(state, text, ...more) {
    clearTimeout(hiding);
    banner.dataset.link = state;
    banner.replaceChildren(text, ...more);
    banner.hidden = false;
    cardroom.say(text, "link");
  }

  /* While it is lost, the banner goes on telling what the clock leaves the player; of each clock it is spoken once. */
  const time = Object.assign(document.createElement("span"), { className: "num" });

  function count() {
    const left = cardroom.left?.() ?? null;
    const text = left === null ? "" : ` Time left ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (text && !time.textContent) cardroom.say(why + text, "link");
    if (time.textContent !== text) time.textContent = text;
  }

  function down() {
    time.textContent = "";
    show("down", why, time);
    count();
    counting ||= setInterval(count, COUNT);
  }

  function hide() {
    const read = banner.matches(":hover, :focus-within");
    if (read) hiding = setTimeout(hide, BACK_STAYS);
    else banner.hidden = true;
  }

  function lost(text) {
    why = text;
    back = false;
    then ||= cardroom.log();
    if (!banner.hidden && banner.dataset.link === "down" && banner.firstChild.data !== why) down();
    patience ||= setTimeout(down, PATIENCE);
    polling ||= setInterval(poll, POLL);
  }

  function found() {
    clearTimeout(patience);
    clearInterval(polling);
    clearInterval(counting);
    patience = polling = counting = 0;
    back = !banner.hidden;
    if (!back) then = null;
  }

  /* The table as it is now has come: the log says what has happened meanwhile. */
  function tell() {
    if (!back) return;
    const news = cardroom.missed(then), more = news.length - TOLD;
    const last = news.slice(-TOLD).join(" ");
    const words = news.length ? `You missed: ${last}${more > 0 ? ` And ${more} more before.` : ""}` : "You missed nothing.";
    back = false;
    then = null;
    show("up", `Back. ${SIDES.get(why) || ""} ${words}`.replace("  ", " "), ...(news.length ? [link()] : []));
    hiding = setTimeout(hide, news.length ? MISSED_STAYS : BACK_STAYS);
  }

  function link() {
    return Object.assign(document.createElement("a"), { href: "#side", textContent: "Read the log" });
  }

  /* The slow way */
  async function poll() {
    let response, text;
    try {
      response = await fetch(root.dataset.pollUrl, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(2 * POLL) });
      text = await response.text();
    } catch {
      return; // the next turn tries again
    }
    if (response.ok && !response.redirected) {
      await htmx.swap({ sourceElement: root, target: root, swap: "none", text });
    } else if (response.redirected || [401, 403, 404, 410].includes(response.status)) {
      clearInterval(polling);
      cardroom.warn("This table cannot be read any more. Go back to the lobby.");
    }
  }

  /* The quick way, where the page has doubts: the table is read, and the socket is asked whether it lives. */
  function look() {
    poll();
    cardroom.link.doubt();
  }

  if (root) {
    document.addEventListener("htmx:after:swap", tell);
    root.addEventListener("htmx:ws:after:connection", found);
    root.addEventListener("htmx:ws:close", (event) => {
      const { reason, code } = event.detail;
      const forGood = reason === "closed" && !htmx.config.ws.reconnectCodes.includes(code);
      lost(forGood ? GIVEN_UP : navigator.onLine ? LOST : OFFLINE);
    });
    // A cut cable shows as "offline" long before the socket notices.
    addEventListener("offline", () => lost(OFFLINE));
    addEventListener("online", () => { if (cardroom.link.open()) { found(); look(); } });
    // A deadline passed and nothing came: the socket may be dead without knowing.
    document.addEventListener("cardroom:overdue", look);
    if (!cardroom.link.open()) lost(LOST); // until the first connection
  }

  // A page from the back-forward cache has no socket and an old table.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    going = true;
    location.reload();
  });

  /* With a hand in play the browser itself asks at the back arrow and when the tab is closed. The dialog has asked
   * already, and whoever takes another seat comes back to this page. */
  document.addEventListener("submit", (event) => { if (event.target.matches("#leave form[method=post], #sit")) going = true; }, true);
  document.addEventListener("htmx:after:swap", () => { going = false; });
  addEventListener("beforeunload", (event) => { if (!going && document.querySelector("[data-live-stake]")) event.preventDefault(); });

  /* A table only goes forward: an answer that was overtaken changes nothing but the notice it may bring. */
  const versionIn = (node) => Number(node?.querySelector("#pulse")?.dataset.version ?? Infinity);

  document.addEventListener("htmx:before:swap", (event) => {
    const { tasks } = event.detail;
    const version = Math.min(...tasks.map((task) => versionIn(task.fragment)));
    if (version >= versionIn(document) || version === Infinity) return;
    tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "notice"));
  });

  /* Focus */
  let focused = null; // the id of what had the focus, "" where it has none; null: nothing had it

  function rescue() {
    const now = document.activeElement;
    if (focused === null || (now && now !== document.body && !now.matches(":disabled"))) return;
    const before = document.getElementById(focused);
    const usable = before && !before.matches(":disabled") && before.checkVisibility();
    (usable ? before : document.getElementById("phase") || document.getElementById("main"))?.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:before:swap", () => {
    const now = document.activeElement;
    focused = !now || now === document.body ? null : now.id;
  });
  document.addEventListener("htmx:after:swap", () => { rescue(); requestAnimationFrame(rescue); });
})();
