/** What spreadsheets read as a formula, also if escaped before. */
const formula = /^'*[=+\-@\t\r]/

/** For CSV: prefixes formulas with an apostrophe, as OWASP advises. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Removes that apostrophe. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
