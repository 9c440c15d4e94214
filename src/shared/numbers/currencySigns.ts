/** What stands beside amounts, in lower case, and the currency that it means. */
const signs: ReadonlyMap<string, string> = new Map([
  ['₺', 'TRY'],
  ['tl', 'TRY'],
  ['try', 'TRY'],
  ['$', 'USD'],
  ['us$', 'USD'],
  ['$us', 'USD'],
  ['usd', 'USD'],
  ['€', 'EUR'],
  ['eur', 'EUR'],
  ['euro', 'EUR'],
  ['£', 'GBP'],
  ['gbp', 'GBP'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['руб.', 'RUB'],
  ['р.', 'RUB'],
  ['rub', 'RUB'],
  ['ron', 'RON'],
  ['lei', 'RON'],
  ['leu', 'RON'],
])

const anySign = [...signs.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((sign) => sign.replaceAll(/[.$]/g, String.raw`\$&`))
  .join('|')

/** What may stand before or behind an amount. */
export const currencyUnit = new RegExp(`^([+-]?)\\s*(?:${anySign})\\s*|(?:${anySign})$`, 'i')
const signWithin = new RegExp(`(?<!\\p{L})(?:${anySign})(?!\\p{L})`, 'iu')

/** The currency that a text names by its sign or a word; undefined for none. */
export function currencyIn(text: string): string | undefined {
  const [sign = ''] = signWithin.exec(text) ?? []
  return signs.get(sign.toLowerCase())
}
