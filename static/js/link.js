/**
 * Whether the page's socket lives. A link may die in silence, so the page asks for a sign of life
 * every fifteen seconds.
 *
 * Whatever the socket brings is such a sign; where two questions bring none, the socket is closed
 * and opened again, with the pauses that htmx makes between attempts. What counts is the time since
 * a question that nothing has answered: in a tab whose timers are slowed down the questions come
 * late too. Each attempt to open the socket gets longer, so that a slow site is not asked for ever.
 *
 * What the page does is sent over it too (`request`): the site has seen there already who it is.
 *
 * It must start before htmx, which opens the socket as soon as it can.
 */
const BEAT = 15_000;
const MISSED = 2;
const DOUBT = 6_000;
const LOST = 1006; // the code of a socket that ended without a word

const ANSWER = 3_000;

let connection = null; // as htmx describes it
let requests = 0;
const asked = new Map(); // the ID of a message -> what to call with its answer, null for none
let due = Infinity; // when a sign of life must have come
let timer = 0;

/** Whether the page has a socket. */
export const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN;

/** Asks for a sign of life within six seconds. */
export function doubt() {
  ask(DOUBT);
}

/** Closes a socket that is known to be dead, so that htmx opens another. */
export function closeDead() {
  if (isOpen()) drop();
}

/** Sends a message. Returns its answer, null where the socket ends before it or is silent. */
export function request(message) {
  requests += 1;
  const id = requests;
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(null), ANSWER);
    const settle = (answer) => {
      clearTimeout(timer);
      asked.delete(id);
      resolve(answer);
    };
    asked.set(id, settle);
    connection.socket.send(JSON.stringify({ ...message, id }));
  });
}

/** The socket has brought an answer. */
export function answered(message) {
  asked.get(message.id)?.(message);
}

function leaveUnanswered() {
  for (const settle of [...asked.values()]) settle(null);
}

/** Begins to watch the socket that htmx opens. */
export function startLink() {
  document.addEventListener("htmx:ws:close", leaveUnanswered);
  document.addEventListener("htmx:ws:before:connection", (event) => {
    connection = event.detail.connection;
    heard();
    expect(Math.min(MISSED * BEAT, (connection.attempt + 1) * DOUBT));
  });
  document.addEventListener("htmx:ws:after:connection", heard);
  document.addEventListener("htmx:ws:before:message:incoming", heard);
  document.addEventListener("DOMContentLoaded", () => setTimeout(openIfMissing));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) doubt();
  });
  setInterval(() => ask(MISSED * BEAT), BEAT);
}

/** Where its part for sockets comes late, htmx has begun without it and has opened none. */
function openIfMissing() {
  if (!connection) htmx.process(document.body);
}

/** A sign of life must come within so many milliseconds, or sooner if one is due already. */
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
  if (!isOpen()) return;
  connection.socket.send('{"beat": true}');
  expect(patience);
}

/** A socket on a dead link waits long for its own end: htmx gets it now, and no other later. */
function drop() {
  const { socket, abortController } = connection;
  heard();
  if (!socket || socket.readyState > WebSocket.OPEN) return;
  socket.dispatchEvent(new CloseEvent("close", { code: LOST }));
  abortController.abort();
  socket.close();
}
