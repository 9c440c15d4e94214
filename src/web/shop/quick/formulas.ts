import { unescapeFormula } from '#shared/text/formulaMark.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'

/** A formula without a stored result, or an error: `=B2*2`, `#N/A`. */
export const isFormula = (text: string) => /^\s*=/.test(text) || isErrorText(text)

/** Unwraps `="0123"`, by which some programs keep leading zeros, and takes off what our own files escape formulas by. */
export const plainCell = (cell: string) => unescapeFormula(cell.trim().replace(/^=?"(.*)"$/, '$1'))
