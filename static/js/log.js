/** The log of a table: reading it, and finding what came since it was read. */
const CONNECTIONS = /(has lost the connection|is connected again)\.$/;

/** The log as the page shows it: round -> its sentences, the oldest round first. */
export function readLog() {
  const past = [...document.querySelectorAll("#past details")].map((round) => [
    Number(round.id.replace("past-", "")),
    sentences(`#${round.id}`),
  ]);
  const round = Number(document.getElementById("pulse")?.dataset.round);
  return new Map([...past.reverse(), [round, sentences("#events")]]);
}

/**
 * The sentences of one log that were not in an earlier one, oldest first.
 *
 * Sentences about connections are left out: the banner has just reported them.
 */
export function missed(earlier, now) {
  const first = Math.max(...earlier.keys());
  return [...now]
    .filter(([round]) => round >= first)
    .flatMap(([round, sentences]) => unheard(sentences, earlier.get(round) ?? []))
    .filter((sentence) => !CONNECTIONS.test(sentence));
}

function sentences(selector) {
  const lines = document.querySelectorAll(`${selector} li > span:last-child:not(.muted)`);
  return [...lines].map((line) => line.textContent);
}

/** A sentence heard once that is now there twice is news once. */
function unheard(sentences, heard) {
  const left = [...heard];
  return sentences.filter((sentence) => {
    const place = left.indexOf(sentence);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
