import { isErrorText } from '#shared/workbook/errorTexts.ts'

/** True for a formula of which a file holds no result, or an error as one: `=B2*2`, `#N/A`. */
export const isFormula = (text: string) => /^\s*=/.test(text) || isErrorText(text)

/** A cell's text as it is meant: `="0123"` is how some programs keep a spreadsheet from reading 0123 as a number. */
export const plainCell = (cell: string) => cell.trim().replace(/^=?"(.*)"$/, '$1')
