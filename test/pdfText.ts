import { inflateSync } from 'node:zlib'

const count = (pdf: Buffer, pattern: RegExp) => pdf.toString('latin1').match(pattern)?.length ?? 0
export const pagesOf = (pdf: Buffer): number => count(pdf, /\/Type \/Page\b/g)
export const picturesOf = (pdf: Buffer): number => count(pdf, /\/Subtype \/Image/g)

/** Lines of a pdfkit PDF in drawing order, decoded by each font's own table, so wrong mappings show. */
export function textsOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (unicode) fonts.set(name, glyphsOf(objects.get(unicode)?.text ?? ''))
    }
  }
  const pages = [...objects.values()].flatMap(({ head }) => /\/Contents (\d+) 0 R/.exec(head)?.[1] ?? [])
  return pages.flatMap((page) => linesOf(objects.get(page)?.text ?? '', fonts))
}

function linesOf(stream: string, fonts: Map<string, Map<string, string>>): string[] {
  const lines = new Map<string, string>()
  let glyphs = new Map<string, string>()
  let height = ''
  for (const [, font, at, codes] of stream.matchAll(
    /\/(F\d+) [\d.]+ Tf|1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\[(.*?)\] TJ/g,
  )) {
    if (font) glyphs = fonts.get(font) ?? new Map()
    if (at) height = at
    const text = [...(codes ?? '').matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((code) => glyphs.get(code) ?? '')
      .join('')
    if (text) lines.set(height, `${lines.get(height) ?? ''}${text} `)
  }
  return [...lines.values()].map((line) => line.trimEnd())
}

function objectsOf(pdf: Buffer): Map<string, { head: string; text: string }> {
  const source = pdf.toString('latin1')
  const objects = new Map<string, { head: string; text: string }>()
  for (const [, id = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/\nstream\n/, 2)
    const bytes = Buffer.from(stream?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const text = head.includes('/FlateDecode') && !head.includes('/Image') ? inflateOrEmpty(bytes) : ''
    objects.set(id, { head, text })
  }
  return objects
}

/** Not text, such as a mask. */
function inflateOrEmpty(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      const units = (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
      glyphs.set(code, String.fromCharCode(...units))
    }
  }
  return glyphs
}
