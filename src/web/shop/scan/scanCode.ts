import type { ScannedKey } from './wedge.ts'

/** What a key is on a US keyboard, which scanners believe to be plugged in as. */
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
 * Codes that a burst of keys may stand for: as the keyboard's layout gives them, and as the scanner meant them where
 * the layout says otherwise (ı for i on a Turkish one, & for 1 on a French one).
 */
export function readingsOfKeys(keys: ScannedKey[]): string[] {
  const typed = keys.map(({ key }) => key).join('')
  return readingsOf(typed, keys.map(onUsKeyboard).join(''))
}

/** Codes that scanned or typed texts may stand for, the likeliest first; each once. */
export function readingsOf(...texts: string[]): string[] {
  const readings = texts.flatMap((text) => {
    const code = cleaned(text)
    return [code, ...carried(code)]
  })
  return [...new Set(readings)].filter((code) => code && code.length <= 100)
}

/** Without the symbology that a scanner may put in front (`]E0`), control characters and spaces around. */
function cleaned(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .trim()
}

/** The number inside a GS1 element string or link, or the item of a link into a shop. */
function carried(code: string): string[] {
  const inLink = /^https?:\/\/\S*?\/01\/(\d{8,14})(?:[/?#]|$)/i.exec(code)?.[1]
  const inElement = /^\(?01\)?(\d{14})(?=\D|$|1[0157]|2[01]|30|37)/.exec(code)?.[1]
  const inShop = /^https?:\/\/[^/]+\/shop\/items\/([^/?#]+)/i.exec(code)?.[1]
  return [inLink, inElement, inShop && decodable(inShop)].filter((one) => one !== undefined)
}

function decodable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
