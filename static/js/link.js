/**
 * Whether the page's socket is alive. A connection may die silently, so the page sends a heartbeat
 * every fifteen seconds.
 *
 * Anything the socket brings counts as an answer; if two heartbeats get none, the socket is closed
 * and reopened, with htmx's pauses between attempts. What counts is the time since the oldest
 * unanswered heartbeat: in a tab with slowed-down timers heartbeats come late too. Each attempt to
 * open the socket is given more time, so that a slow site is not asked again and again.
 *
 * The page's actions are sent over it too (`request`): the site already knows the sender.
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

/** Requires an answer within six seconds. */
export function doubt() {
  ask(DOUBT);
}

/** Closes a socket that is known to be dead, so that htmx opens another. */
export function closeDead() {
  if (isOpen()) drop();
}

/** Sends a message. Returns its answer, null if the socket ends before it or stays silent. */
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

/** If its socket extension loads late, htmx has started without it and opened no socket. */
function openIfMissing() {
  if (!connection) htmx.process(document.body);
}

/** An answer must come within this many milliseconds, or sooner if one is already due. */
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

/** A socket on a dead connection closes late: htmx gets a close event now, and no other later. */
function drop() {
  const { socket, abortController } = connection;
  heard();
  if (!socket || socket.readyState > WebSocket.OPEN) return;
  socket.dispatchEvent(new CloseEvent("close", { code: LOST }));
  abortController.abort();
  socket.close();
}
