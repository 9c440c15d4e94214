/** True for a formula of which a file holds no result, or an error as one: `=B2*2`, `#N/A`. */
export const isFormula = (text: string) => /^\s*(?:=|#(?:N\/A|DIV\/0!|[A-Z]+[!?])\s*$)/.test(text)

/** A cell's text as it is meant: `="0123"` is how some programs keep a spreadsheet from reading 0123 as a number. */
export const plainCell = (cell: string) => cell.trim().replace(/^=?"(.*)"$/, '$1')

/** A cell with a formula in it, by the parts of its XML: what it says of itself, the formula, its result. */
const cell =
  /<((?:\w+:)?)c\b([^>]*)>\s*<\1f\b(?:[^>]*\/>|[^>]*>([^<]*)<\/\1f>)\s*(<\1v\b[^>]*\/>|<\1v\b[^>]*>([^<]*)<\/\1v>)?\s*<\/\1c>/g

/**
 * A sheet of a workbook in which formulas without a result stand as texts: programs that make workbooks need not
 * calculate, and such a cell would be read as an empty one.
 */
export function withFormulas(sheet: string): string {
  return sheet.replace(
    cell,
    (whole, prefix: string, attributes: string, formula = '', value = '', result = '') => {
      const type = /\bt=["'](\w+)["']/.exec(attributes)?.[1]
      // An empty text is a result as well.
      const hasResult = result !== '' || (type === 'str' && value !== '')
      if (hasResult && type !== 'e') return whole
      const { [0]: place = '' } = /\br=["']\w+["']/.exec(attributes) ?? []
      const said = result || `=${formula}`
      return `<${prefix}c ${place} t="inlineStr"><${prefix}is><${prefix}t>${said}</${prefix}t></${prefix}is></${prefix}c>`
    },
  )
}

/** A part of a workbook with {@link withFormulas}, where it is a sheet. */
export function formulasAsTexts(name: string, part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!/worksheets\/[^/]+\.xml$/.test(name)) return part
  return new TextEncoder().encode(withFormulas(new TextDecoder().decode(part)))
}
