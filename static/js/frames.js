/**
 * A function to call whenever the page has changed: measuring then waits for the next
 * frame, once for all changes before it. Measuring at once would lay the page out twice.
 */
export function atNextFrame(measure) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      measure();
    });
  };
}
