/** A payment that is built from chips, as text: "10000 2500 500", in cents, in the order laid. */

const CENTS = 100;

/** The chips of a payment. */
export const chipsOf = (text) => text.split(" ").filter(Boolean).map(Number);

/** The payment with one chip more. */
export const withChip = (text, cents) => `${text} ${cents}`.trim();

/** The payment without the chip that was laid last. */
export const withoutLast = (text) => chipsOf(text).slice(0, -1).join(" ");

/** What a payment comes to, as an amount to read: "175", "22.50"; "" for nothing. */
export function sumOf(text) {
  const cents = chipsOf(text).reduce((sum, chip) => sum + chip, 0);
  if (!cents) return "";
  return cents % CENTS ? (cents / CENTS).toFixed(2) : String(cents / CENTS);
}
