/** Digits of Arabic and Persian keyboards as those of everybody else. */
export const latinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/**
 * A quantity as people type it or a spreadsheet writes it (`12`, `12.00`, `١٢`); undefined where it is no whole number.
 * Three digits behind a point are no decimals to some, so `1.000` is left to the person.
 */
export function readCount(text: string): number | undefined {
  const [, digits] = /^(\d{1,6})(?:[.,\u066b]0{1,2})?$/.exec(latinDigits(text.trim())) ?? []
  return digits === undefined ? undefined : Number(digits)
}
