import type { ScannedKey } from './wedge.ts'

/** Scanners act as US keyboards. */
const usKeys: Record<string, string> = {
  Minus: '-',
  Slash: '/',
  Period: '.',
  Space: ' ',
  NumpadSubtract: '-',
  NumpadDivide: '/',
  NumpadDecimal: '.',
}

function onUsKeyboard({ key, code, shift }: ScannedKey): string {
  const named = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)
  if (named?.[2]) return named[2]
  if (named?.[1]) return shift ? named[1] : named[1].toLowerCase()
  return usKeys[code] ?? key
}

/**
 * Codes a key burst may mean: by the keyboard layout, and by the US layout (a Turkish one turns i into ı, a
 * French one 1 into &).
 */
export function readingsOfKeys(keys: ScannedKey[]): string[] {
  const typed = keys.map(({ key }) => key).join('')
  return readingsOf(typed, keys.map(onUsKeyboard).join(''))
}

/** Possible codes, likeliest first, without duplicates. */
export function readingsOf(...texts: string[]): string[] {
  const readings = texts.flatMap((text) => {
    const code = clean(text)
    return [code, ...embeddedCodes(code)]
  })
  return [...new Set(readings)].filter((code) => code && code.length <= 100)
}

/** Strips symbology prefixes (`]E0`), control characters and spaces. */
function clean(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .trim()
}

/** The number in a GS1 element string or link, or the item of a shop link. */
function embeddedCodes(code: string): string[] {
  const inLink = /^https?:\/\/\S*?\/01\/(\d{8,14})(?:[/?#]|$)/i.exec(code)?.[1]
  const inElement = /^\(?01\)?(\d{14})(?=\D|$|1[0157]|2[01]|30|37)/.exec(code)?.[1]
  const inShop = /^https?:\/\/[^/]+\/shop\/items\/([^/?#]+)/i.exec(code)?.[1]
  return [inLink, inElement, inShop && tryDecode(inShop)].filter((one) => one !== undefined)
}

function tryDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
