import { renderUnicodeCompact } from 'uqr'

/** White on black, whatever the terminal's own colours are, so that cameras can read it. */
const whiteOnBlack = (line: string) => `\u001b[97;40m${line}\u001b[0m`

/** A QR code of half blocks; `isColoured` where a terminal shows it. */
export function qrText(text: string, isColoured: boolean): string {
  const lines = renderUnicodeCompact(text, { ecc: 'L', border: 3 }).split('\n')
  return (isColoured ? lines.map(whiteOnBlack) : lines).join('\n')
}
