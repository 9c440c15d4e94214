import { StartupProblem } from './startup.ts'

const quoted = String.raw`'[^']*'|"(?:[^"\\]|\\[^])*"`
const unquoted = String.raw`(?:[^\s'"\\]|\\[^])(?:[^\r\n\\]|\\[^])*`
const endOfLine = String.raw`[ \t]*(?:\r?\n|$)`
const assignment = new RegExp(
  String.raw`[ \t]*([A-Za-z_]\w*)[ \t]*=((?:[ \t]*(?:${quoted}))*)[ \t]*(${unquoted})?${endOfLine}`,
  'y',
)
const blankOrComment = new RegExp(String.raw`[ \t]*(?:[#;][^\r\n]*)?${endOfLine}`, 'y')

/**
 * Reads lines of NAME=value by the rules of systemd's EnvironmentFile (systemd.exec(5)), so that a command has the same
 * settings as the service. Node's own reader would end an unquoted password at a `#`.
 * @param name of the file, for the error
 * @throws StartupProblem naming the first line that cannot be read
 */
export function readEnvironmentFile(text: string, name: string): Record<string, string> {
  const values: Record<string, string> = {}
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    if (next(blankOrComment)) continue
    const [, variable = '', quotedParts = '', rest = ''] = next(assignment) ?? []
    if (!variable)
      throw new StartupProblem(`Line ${text.slice(0, at).split('\n').length} of ${name} is not NAME=value.`)
    values[variable] = unquote(quotedParts) + unescape(rest)
  }
  return values
}

/** Quoted parts that follow each other are one value. */
function unquote(parts: string): string {
  return (parts.match(new RegExp(quoted, 'g')) ?? [])
    .map((part) => (part.startsWith('"') ? unescapeQuoted(part.slice(1, -1)) : part.slice(1, -1)))
    .join('')
}

/** Only these four lose their backslash, and a line that ends with one goes on. */
function unescapeQuoted(value: string): string {
  return value.replaceAll(/\\(["\\`$])|\\\n/g, '$1')
}

function unescape(value: string): string {
  return value.trimEnd().replaceAll(/\\(?:\n|([^]))/g, '$1')
}
