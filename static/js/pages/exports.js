/**
 * The files of a list: fetched with a bar that says how far they are. Without a script, and with a
 * key held down, the links are ordinary ones.
 */
const NEWLINE = 10;

/** Save a file under the name that the server gave it. */
function save(blob, answer) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Read an answer to its end; `onLines` gets the number of lines so far. */
async function read(answer, onLines) {
  const parts = [];
  const reader = answer.body.getReader();
  let lines = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    for (const byte of part.value) {
      if (byte === NEWLINE) lines += 1;
    }
    onLines(lines);
  }
  return new Blob(parts, { type: answer.headers.get("Content-Type") });
}

async function take(href, bar, words) {
  bar.hidden = false;
  bar.removeAttribute("value");
  words.value = "";
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const rows = Number(answer.headers.get("X-Rows"));
    bar.max = Math.max(1, rows);
    const blob = await read(answer, (lines) => {
      bar.value = Math.min(lines, rows);
      words.value = `${bar.value.toLocaleString("en")} of ${rows.toLocaleString("en")} rows`;
    });
    save(blob, answer);
    words.value = `Done: ${rows.toLocaleString("en")} rows.`;
  } catch {
    words.value = "The file is incomplete. Try again.";
  }
  bar.hidden = true;
}

for (const panel of document.querySelectorAll("[data-exports]")) {
  const bar = panel.querySelector("progress");
  const words = panel.querySelector("output");
  panel.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (bar.hidden) take(link.href, bar, words);
  });
}
