import { ErpError } from './connector.ts'

/** Removes the secret from an ERP's error, however it is encoded. */
export function redactSecret(error: unknown, secret: string): unknown {
  if (!(error instanceof ErpError) || secret === '') return error
  const secretPattern = new RegExp(secret.split('').map(spellingsPattern).join(''), 'g')
  const { errorClass, message, raw, isThere, made } = error
  const [redactedMessage, redactedRaw] = [message, raw].map((text) => text.replaceAll(secretPattern, '•••'))
  return new ErpError(errorClass, redactedMessage ?? '', redactedRaw, isThere, made)
}

/** Raw, escaped, code point or HTML entity. */
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
