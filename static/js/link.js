/* Whether the page's socket lives. A link may be dead without a word, so every fifteen seconds the page asks for one.
 *
 * Whatever the socket brings is a sign of life; where two beats bring none it is closed and opened anew, with the pauses
 * that htmx makes between attempts. What counts is the time since a question that nothing has answered: in a tab whose
 * timers are slowed down the beats come late, and so do their questions. An attempt to open it gets longer each time, so
 * that a slow site is not asked for ever.
 *
 * It is loaded before htmx, which opens the socket as soon as it can.
 *
 * cardroom.link.doubt() wants a sign within six seconds; cardroom.link.dead() waits for none; cardroom.link.open()
 * says whether there is a socket.
 */
window.cardroom = window.cardroom || {};
(() => {
  "use strict";
  const BEAT = 15_000, MISSED = 2, DOUBT = 6_000, LOST = 1006;
  let connection = null, due = Infinity, timer = 0;

  const open = () => connection?.socket?.readyState === WebSocket.OPEN;

  /* A sign of life must come within so many milliseconds, or sooner if it is waited for already. */
  function expect(patience) {
    due = Math.min(due, performance.now() + patience);
    clearTimeout(timer);
    timer = setTimeout(check, due - performance.now());
  }

  function heard() {
    due = Infinity;
    clearTimeout(timer);
  }

  function check() {
    if (performance.now() < due) expect(Infinity);
    else drop();
  }

  function ask(patience) {
    if (!open()) return;
    connection.socket.send('{"beat": true}');
    expect(patience);
  }

  /* A socket whose link is dead waits long for its own end; htmx is told of it at once, and hears of that socket no more. */
  function drop() {
    const { socket, abortController } = connection;
    heard();
    if (!socket || socket.readyState > WebSocket.OPEN) return;
    socket.dispatchEvent(new CloseEvent("close", { code: LOST }));
    abortController.abort();
    socket.close();
  }

  document.addEventListener("htmx:ws:before:connection", (event) => {
    connection = event.detail.connection;
    heard();
    expect(Math.min(MISSED * BEAT, (connection.attempt + 1) * DOUBT));
  });
  document.addEventListener("htmx:ws:after:connection", heard);
  document.addEventListener("htmx:ws:before:message:incoming", heard);

  // Where its part for sockets comes late, htmx has begun without it and opens none.
  document.addEventListener("DOMContentLoaded", () => htmx.process(document.body));

  const doubt = () => ask(DOUBT);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) doubt(); });
  setInterval(() => ask(MISSED * BEAT), BEAT);

  cardroom.link = { open, doubt, dead: () => { if (open()) drop(); } };
})();
