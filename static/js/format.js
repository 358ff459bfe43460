/**
 * Amounts and times as people read them. Money is whole cents everywhere in the scripts.
 *
 * The same three ways of writing an amount are template filters: accounts/templatetags/money.py.
 */
const NUMBER = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });
const two = (number) => String(number).padStart(2, "0");

/** 100000 -> "1,000.00"; a loss has a true minus sign. */
export const money = (cents) => (cents < 0 ? "−" : "") + NUMBER.format(Math.abs(cents) / 100);

/** A net result: "+5.00", "−5.00", "0.00". */
export const signed = (cents) => (cents > 0 ? "+" : "") + money(cents);

/** Whole amounts without decimals, as dealers say them: "15", "2.50". */
export const short = (cents) => money(cents).replace(/\.00$/, "");

/** 65 seconds -> "1:05". */
export const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

/** 64 minutes -> "1:04". */
export const hoursAndMinutes = (minutes) => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;

/** 3665 seconds -> "1:01:05". */
export const hoursMinutesSeconds = (seconds) =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
