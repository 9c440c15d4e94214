import { inflateSync } from 'node:zlib'

const count = (pdf: Buffer, pattern: RegExp) => pdf.toString('latin1').match(pattern)?.length ?? 0
export const pagesOf = (pdf: Buffer): number => count(pdf, /\/Type \/Page\b/g)
export const picturesOf = (pdf: Buffer): number => count(pdf, /\/Subtype \/Image/g)

type PdfFont = { glyphs: Map<string, string>; widths: number[] }
/** Glyphs that were drawn together; `x` and `y` in points from the page's lower left corner. */
type Drawn = { page: number; y: number; glyphs: { text: string; x: number; end: number }[] }

/** Lines of a pdfkit PDF in drawing order, decoded by each font's own table, so wrong mappings show. */
export function textsOf(pdf: Buffer): string[] {
  const lines = new Map<string, string>()
  for (const { page, y, glyphs } of drawnIn(pdf)) {
    const line = `${page} ${y}`
    lines.set(line, `${lines.get(line) ?? ''}${glyphs.map(({ text }) => text).join('')} `)
  }
  return [...lines.values()].map((line) => line.trimEnd())
}

/**
 * Lines of a pdfkit PDF as they are seen: from top to bottom, the glyphs of each from left to right by where they stand,
 * with a tab where there is room between two.
 */
export function seenLinesOf(pdf: Buffer): string[] {
  const lines = Map.groupBy(drawnIn(pdf), ({ page, y }) => JSON.stringify([page, y]))
  const ordered = [...lines.values()].toSorted(
    ([one], [other]) => (one?.page ?? 0) - (other?.page ?? 0) || (other?.y ?? 0) - (one?.y ?? 0),
  )
  return ordered.map((parts) => {
    const glyphs = parts.flatMap((part) => part.glyphs).toSorted((one, other) => one.x - other.x)
    return glyphs.map(({ text, x }, at) => (x - (glyphs[at - 1]?.end ?? x) > 3 ? `\t${text}` : text)).join('')
  })
}

/** Letters of a word that reads from right to left, as {@link seenLinesOf} has them. */
export const asSeen = (letters: string): string =>
  // Lam and alef are one glyph.
  (letters.match(/ل[اأإآ]|./gu) ?? []).toReversed().join('')

function drawnIn(pdf: Buffer): Drawn[] {
  const objects = objectsOf(pdf)
  const headOf = (id = '') => objects.get(id)?.head ?? ''
  const fonts = new Map<string, PdfFont>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(headOf(id))?.[1]
      const descendant = /\/DescendantFonts \[(\d+) 0 R\]/.exec(headOf(id))?.[1]
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(headOf(descendant))?.[1] ?? ''
      if (unicode)
        fonts.set(name, {
          glyphs: glyphsOf(objects.get(unicode)?.text ?? ''),
          widths: widths.trim().split(/\s+/).map(Number),
        })
    }
  }
  const pages = [...objects.values()].flatMap(({ head }) => /\/Contents (\d+) 0 R/.exec(head)?.[1] ?? [])
  return pages.flatMap((id, page) => drawnOn(page, objects.get(id)?.text ?? '', fonts))
}

function drawnOn(page: number, stream: string, fonts: Map<string, PdfFont>): Drawn[] {
  const drawn: Drawn[] = []
  let font: PdfFont | undefined
  let [x, y, size] = [0, 0, 0]
  for (const [, name, points, left, height, codes] of stream.matchAll(
    /\/(F\d+) ([\d.]+) Tf|1 0 0 1 ([-\d.]+) ([-\d.]+) Tm|\[(.*?)\] TJ/g,
  )) {
    if (name) [font, size] = [fonts.get(name), Number(points)]
    if (left) [x, y] = [Number(left), Number(height)]
    const glyphs: Drawn['glyphs'] = []
    for (const [, hex, back] of (codes ?? '').matchAll(/<([0-9a-f]+)>|([-\d.]+)/g)) {
      x -= (Number(back ?? 0) / 1000) * size
      for (const code of hex?.match(/.{4}/g) ?? []) {
        const end = x + ((font?.widths[Number.parseInt(code, 16)] ?? 0) / 1000) * size
        glyphs.push({ text: font?.glyphs.get(code) ?? '', x, end })
        x = end
      }
    }
    if (glyphs.length > 0) drawn.push({ page, y, glyphs })
  }
  return drawn
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
