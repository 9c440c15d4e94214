import { type CodePage, codePageOf } from '#shared/imports/codePage.ts'
import type { Language } from '#shared/tenancy.ts'

/** Decodes UTF-8, UTF-16 or a legacy code page, guessed from the letters and the user's language. */
export function decodeText(bytes: Uint8Array, language: Language): string {
  return new TextDecoder(encodingOf(bytes, language)).decode(bytes)
}

function encodingOf(bytes: Uint8Array, language: Language): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Only UTF-16 has zero bytes, beside Latin characters.
  const zeros = (parity: number) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [before, behind] = [zeros(0), zeros(1)]
  if (before + behind > 1) return before > behind ? 'utf-16be' : 'utf-16le'
  if (isUtf8(bytes)) return 'utf-8'
  const decode = (page: CodePage) => new TextDecoder(labelOf(page)).decode(bytes)
  return labelOf(codePageOf(decode, language))
}

const labelOf = (page: CodePage) => page.replace('win', 'windows-')

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
