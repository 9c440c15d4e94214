import { ErpError } from './connector.ts'

/** What an ERP says of an error may hold all sorts of things; the secret is in none of it, however it is spelled. */
export function withoutSecret(error: unknown, secret: string): unknown {
  if (!(error instanceof ErpError) || secret === '') return error
  const spelled = new RegExp(secret.split('').map(spellingsOf).join(''), 'g')
  const { errorClass, message, raw, isThere, made } = error
  const [said, word] = [message, raw].map((text) => text.replaceAll(spelled, '•••'))
  return new ErpError(errorClass, said ?? '', word, isThere, made)
}

/** A character as a page or a JSON answer may have it: as it is, escaped, by its number, or as an entity. */
function spellingsOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(4, '0')
  const anyCase = hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const entity = entities[character]
  const words = [
    character,
    JSON.stringify(character).slice(1, -1),
    `\\${character}`,
    ...(entity ? [entity] : []),
  ]
  const asTheyAre = [...new Set(words)].map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return `(?:${[...asTheyAre, `\\\\u${anyCase}`, `&#${code};`].join('|')})`
}

const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&apos;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}
