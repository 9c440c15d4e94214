/** Without the secrets, however they are encoded. */
export function redacted(text: string, secrets: string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .map((secret) => new RegExp(secret.split('').map(spellingsPattern).join(''), 'g'))
    .reduce((shown, spellings) => shown.replaceAll(spellings, '•••'), text)
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
