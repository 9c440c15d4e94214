/** Japanese and Chinese spreadsheets also take full-width signs. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
/** Also what was escaped before. */
const escapable = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Whether a spreadsheet would read a cell with this text as a formula. */
export const startsFormula = (text: string): boolean => formula.test(text)

/** For CSV: prefixes formulas with an apostrophe, as OWASP advises. */
export function escapeFormula(text: string): string {
  return escapable.test(text) ? `'${text}` : text
}

/** Removes that apostrophe. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && escapable.test(text) ? text.slice(1) : text
}
