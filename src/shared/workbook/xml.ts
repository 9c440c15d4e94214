import { WorkbookFault } from './fault.ts'

/** SAX events. Names without prefix; texts may come in parts. */
export type XmlListener = {
  open: (name: string, attributes: string) => void
  text?: (text: string) => void
  close: (name: string) => void
}

const maxMarkupCharacters = 1_000_000

/**
 * Incremental XML parser for office files. Refuses a doctype, because entities could expand.
 * @throws WorkbookFault from `write`
 */
export function xmlReader(listener: XmlListener): { write: (piece: string) => void } {
  let rest = ''
  return {
    write: (piece) => {
      const text = rest === '' ? piece : rest + piece
      rest = text.slice(readMarkup(text, listener))
      if (rest.length > maxMarkupCharacters) throw new WorkbookFault('broken', 'XML that does not end')
    },
  }
}

/** Returns the end of the complete part. */
function readMarkup(text: string, listener: XmlListener): number {
  let at = 0
  while (at < text.length) {
    if (text.charCodeAt(at) !== lessThan) {
      const next = text.indexOf('<', at)
      const end = next < 0 ? wholeEntities(text, at) : next
      if (end > at) listener.text?.(decodeEntities(text.slice(at, end)))
      if (next < 0) return end
      at = next
    }
    const end = endOfMarkup(text, at)
    if (end < 0) return at
    const second = text.charCodeAt(at + 1)
    if (second === slash) listener.close(localName(text.slice(at + 2, end - 1).trimEnd()))
    else if (second === exclamation) readSpecial(text.slice(at, end), listener)
    else if (second !== questionMark) readTag(text.slice(at + 1, end - 1), listener)
    at = end
  }
  return at
}

const lessThan = 60
const slash = 47
const exclamation = 33
const questionMark = 63

/** Must not cut an entity. */
function wholeEntities(text: string, from: number): number {
  const ampersand = text.lastIndexOf('&')
  return ampersand >= from && !text.includes(';', ampersand) ? ampersand : text.length
}

/** The end of the markup at `at`; -1 if incomplete. */
function endOfMarkup(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return endAfter(text, '-->', at + 4)
  if (text.startsWith('<![CDATA[', at)) return endAfter(text, ']]>', at + 9)
  // Not distinguishable yet.
  if (text.length - at < 9 && text.startsWith('<!', at)) return -1
  // Attribute values may contain >.
  let end = text.indexOf('>', at)
  let quoteFrom = at
  for (;;) {
    if (end < 0) return -1
    const quote = nextQuote(text, quoteFrom, end)
    if (quote < 0) return end + 1
    const closing = text.indexOf(text.charAt(quote), quote + 1)
    if (closing < 0) return -1
    quoteFrom = closing + 1
    if (closing > end) end = text.indexOf('>', closing)
  }
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

function nextQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34 || code === 39) return at
  }
  return -1
}

function readSpecial(markup: string, listener: XmlListener): void {
  if (markup.startsWith('<![CDATA[')) listener.text?.(markup.slice(9, -3))
  else if (!markup.startsWith('<!--')) throw new WorkbookFault('broken', 'a document type')
}

function readTag(tag: string, listener: XmlListener): void {
  const isEmpty = tag.endsWith('/')
  const content = isEmpty ? tag.slice(0, -1) : tag
  const space = content.search(/\s/)
  const name = localName(space < 0 ? content : content.slice(0, space))
  if (name === '') throw new WorkbookFault('broken', 'a tag without a name')
  listener.open(name, space < 0 ? '' : content.slice(space))
  if (isEmpty) listener.close(name)
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Ignores the prefix; undefined if missing. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined
}

/** Cached, because a sheet asks millions of times. */
const patterns = new Map<string, RegExp>()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
