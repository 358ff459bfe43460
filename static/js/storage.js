/** Choices that this browser remembers. Where it may not, they last as long as the page. */

/** What was stored under a name; null if there is nothing, or no storage. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, if the browser allows it. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The choice lasts as long as the page.
  }
}
