/* What the log of a table has told since a moment.
 *
 * cardroom.log() takes the log as it is; cardroom.missed(then) gives the sentences that have come since, oldest first.
 * Links that come and go are left out: whoever asks has just been told of his own.
 */
window.cardroom = window.cardroom || {};
(() => {
  "use strict";
  const LINKS = /(has lost the connection|is connected again)\.$/;
  const sentences = (selector) => [...document.querySelectorAll(`${selector} li > span:last-child:not(.muted)`)].map((line) => line.textContent);

  /* Rounds and their sentences, the oldest first. */
  function log() {
    const past = [...document.querySelectorAll("#past details")].map((round) => [Number(round.id.replace("past-", "")), sentences(`#${round.id}`)]);
    return new Map([...past.reverse(), [Number(document.getElementById("pulse")?.dataset.round), sentences("#events")]]);
  }

  function missed(then) {
    const first = Math.max(...then.keys());
    const news = [...log()].filter(([round]) => round >= first);
    return news.flatMap(([round, told]) => unheard(told, then.get(round) || [])).filter((sentence) => !LINKS.test(sentence));
  }

  function unheard(told, heard) {
    const left = [...heard];
    return told.filter((sentence) => {
      const place = left.indexOf(sentence);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  }

  Object.assign(cardroom, { log, missed });
})();
