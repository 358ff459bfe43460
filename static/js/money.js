/**
 * Amounts as people read them. Money is whole cents everywhere in the scripts.
 *
 * The same three ways of writing an amount are template filters: accounts/templatetags/money.py.
 */
const NUMBER = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });

/** 100000 -> "1,000.00"; a loss has a true minus sign. */
export const money = (cents) => (cents < 0 ? "−" : "") + NUMBER.format(Math.abs(cents) / 100);

/** A net result: "+5.00", "−5.00", "0.00". */
export const signed = (cents) => (cents > 0 ? "+" : "") + money(cents);

/** Whole amounts without decimals, as dealers say them: "15", "2.50". */
export const short = (cents) => money(cents).replace(/\.00$/, "");
