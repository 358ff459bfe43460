/* What is posted at the table: once at a step, said to be under way when it takes long, given up when it takes too long.
 *
 * A post that is given up may have counted or not. Its link is taken for dead, and the table that a new one brings tells:
 * the step makes it harmless to post the same again. cardroom.sending(abort) is told of every post, and returns what to
 * call once there is an answer, or none; `abort` is called with the reason when the post is given up.
 */
(() => {
  "use strict";
  const PATIENCE = 2000, GIVE_UP = 6000;
  const STILL = "Still sending…", UNTOLD = "No answer came. The table will show whether that counted.";

  cardroom.sending = (abort) => {
    const still = setTimeout(() => cardroom.warn(STILL), PATIENCE);
    const end = setTimeout(() => { abort(UNTOLD); cardroom.link.dead(); }, GIVE_UP);
    return () => {
      clearTimeout(still);
      clearTimeout(end);
      cardroom.unwarn(STILL);
    };
  };

  const under = new Map(); // what to call when the answer to a post of htmx is there

  document.addEventListener("htmx:before:request", (event) => {
    const { request } = event.detail.ctx;
    if (request.method === "POST") under.set(request, cardroom.sending(request.abort));
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const { request } = event.detail.ctx;
    under.get(request)?.();
    under.delete(request);
  });

  /* A form posts once at a step: the second press of a double click says nothing new. But the socket may bring the next
   * step before the answer does; what is pressed there waits for that answer (hx-sync "queue last") and is not lost. */
  const posted = new Map();
  const stepOf = (ctx) => ctx.request.body?.get?.("step");

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail, step = stepOf(ctx);
    if (step && posted.get(ctx.sourceElement) === step) event.preventDefault();
    else if (step) posted.set(ctx.sourceElement, step);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (posted.get(ctx.sourceElement) === stepOf(ctx)) posted.delete(ctx.sourceElement);
  });

  /* Answers that are no fragments */
  document.addEventListener("htmx:response:error", (event) => {
    const status = event.detail.ctx.response.status;
    if (status === 409 || status === 422) return; // these bring their own words
    if (status === 429) cardroom.warn("That was too fast. Wait a moment and try again.");
    else if (status === 401 || status === 403) cardroom.warn("That was refused. Load the page again; you may have been signed out.");
    else cardroom.warn(`That did not work (${status}). Nothing was changed; try again.`);
  });
  document.addEventListener("htmx:error", (event) => {
    cardroom.warn(event.detail.error === UNTOLD ? UNTOLD : "That did not reach the table. Try again.");
  });
})();
