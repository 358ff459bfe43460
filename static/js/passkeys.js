/**
 * Passkeys: shows their controls if the browser supports them, and says why one could not be used.
 * What a passkey is made of and checked against is done by mfa/js/webauthn.js.
 */
const SENTENCES = {
  NotAllowedError: "No passkey was used. Try again, or go on without one.",
  InvalidStateError: "This device has a passkey for this account already.",
  SecurityError:
    "Browsers have passkeys only for sites with a name: HTTPS, or localhost in place of 127.0.0.1.",
};
const OTHERWISE = "The passkey could not be used. Try again, or go on without one.";

/** Lets the player use passkeys. */
export function startPasskeys() {
  const notice = document.getElementById("notice");
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    notice.textContent = SENTENCES[event.detail.exception.name] ?? OTHERWISE;
  });
  notice.addEventListener("click", () => notice.replaceChildren());
  const button = document.getElementById("passkey");
  if (button) button.hidden = !window.PublicKeyCredential;
}
