import { ErpError } from './connector.ts'

/** Replaces the secret in an error from the ERP, in every spelling it may appear in. */
export function redactSecret(error: unknown, secret: string): unknown {
  if (!(error instanceof ErpError) || secret === '') return error
  const secretPattern = new RegExp(secret.split('').map(spellingsPattern).join(''), 'g')
  const { errorClass, message, raw, isThere, made } = error
  const [redactedMessage, redactedRaw] = [message, raw].map((text) => text.replaceAll(secretPattern, '•••'))
  return new ErpError(errorClass, redactedMessage ?? '', redactedRaw, isThere, made)
}

/** Regex for a character: raw, escaped, as code point, or as HTML entity. */
function spellingsPattern(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(4, '0')
  const anyCase = hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const entity = entities[character]
  const literalSpellings = [
    character,
    JSON.stringify(character).slice(1, -1),
    `\\${character}`,
    ...(entity ? [entity] : []),
  ]
  const literals = [...new Set(literalSpellings)].map((redactedRaw) =>
    redactedRaw.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  return `(?:${[...literals, `\\\\u${anyCase}`, `&#${code};`].join('|')})`
}

const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&apos;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}
