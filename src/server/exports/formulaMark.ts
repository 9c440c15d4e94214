/** What a spreadsheet takes for a formula, and what is written so that it does not: these get one apostrophe more. */
const formula = /^'*[=+\-@\t\r]/

/** A text as a cell of a CSV file: where a spreadsheet would take it for a formula, with an apostrophe before it, as OWASP advises. */
export function withMark(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text that a cell with such an apostrophe stands for; any other as it is. */
export function withoutMark(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
