import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { inDirectionOf, runsOf, withWholePhones } from './pdfText.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89, margin: 36 }
export const contentWidth = paper.width - 2 * paper.margin

export type Font = 'regular' | 'bold'

const fontFiles = [
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
]
const fontBytes = Promise.all(fontFiles.map((file) => readFile(fileURLToPath(file))))

/** In points; `x` as in {@link Placing}. */
export type Box = { x: number; y: number; width: number; height: number }

type Placing = {
  /** From the left margin, or the right one in Arabic. */
  x: number
  y: number
  width: number
  size: number
  font?: Font
  color?: string
  align?: 'start' | 'end'
}

/** Pages mirrored for right-to-left languages. */
export type Sheet = ReturnType<typeof sheetOn>

/** Missing in pdfkit's types. */
type Picture = { width: number; height: number }
type OpensPictures = { openImage: (bytes: Buffer) => Picture }

type About = { title: string; author: string; language: string; isRtl: boolean }

/** `close` returns the bytes. */
export async function openSheet(about: About) {
  const pdf = await openPdf(about)
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  const close = async () => {
    pdf.end()
    await ended
    return Buffer.concat(parts)
  }
  return { ...sheetOn(pdf, about.isRtl), close }
}

/** Written while being drawn. */
export async function openSheetFile(about: About, file: string) {
  const pdf = await openPdf(about)
  const written = pipeline(pdf, createWriteStream(file))
  // `close` reports the error.
  written.catch(() => {})
  const close = () => {
    pdf.end()
    return written
  }
  return { ...sheetOn(pdf, about.isRtl), close, abort: () => void pdf.destroy() }
}

async function openPdf(about: About) {
  const [regular, bold] = await fontBytes
  const { title, author, language } = about
  const pdf = new Pdf({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author },
  })
  if (regular) pdf.registerFont('regular', regular)
  if (bold) pdf.registerFont('bold', bold)
  return pdf
}

const maxCachedWidths = 20_000

function sheetOn(pdf: PDFKit.PDFDocument, isRtl: boolean) {
  const widths = new Map<string, number>()
  /** Most texts are measured several times. */
  const widthOf = (text: string, font: Font, size: number) => {
    const key = `${font} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known * size
    pdf.font(font).fontSize(1)
    const width = runsOf(text).reduce((sum, run) => sum + pdf.widthOfString(run.text, shaping(run)), 0)
    // Limits memory with many orders.
    if (widths.size >= maxCachedWidths) widths.clear()
    widths.set(key, width)
    return width * size
  }
  /** Left edge of a box, in page coordinates. */
  const leftOf = (x: number, width: number) => (isRtl ? paper.width - x - width : x)

  const draw = (text: string, left: number, y: number) => {
    pdf.x = left
    // pdfkit advances x after each run.
    for (const run of runsOf(text)) pdf.text(run.text, pdf.x, y, { ...shaping(run), lineBreak: false })
  }
  return {
    widthOf,
    newPage: () => void pdf.addPage(),
    /** Truncated if too long. */
    put: (
      text: string,
      { x, y, width, size, font = 'regular', color = '#16202b', align = 'start' }: Placing,
    ) => {
      const shown = cut(text, width, (part) => widthOf(part, font, size))
      const textWidth = widthOf(shown, font, size)
      const isAtRight = (align === 'end') !== isRtl
      const left = leftOf(x, width)
      pdf.font(font).fontSize(size).fillColor(color)
      draw(shown, isAtRight ? left + width - textWidth : left, y)
    },
    /** Shrunk instead of truncated. */
    putNumber: (text: string, placing: Placing) => {
      const { font = 'regular', width, size, color = '#16202b' } = placing
      const needed = widthOf(text, font, size)
      const fitting = needed > width ? (size * width) / needed : size
      const textWidth = Math.min(needed, width)
      const left = leftOf(placing.x, width)
      pdf.font(font).fontSize(fitting).fillColor(color)
      draw(text, isRtl ? left : left + width - textWidth, placing.y + (size - fitting) / 2)
    },
    wrap: (
      text: string,
      {
        width,
        size,
        font = 'regular',
        maxLines = Number.POSITIVE_INFINITY,
      }: { width: number; size: number; font?: Font; maxLines?: number },
    ) => wrapped(text, width, maxLines, (part) => widthOf(part, font, size)),
    fill: (x: number, y: number, width: number, height: number, color: string) =>
      void pdf.rect(leftOf(x, width), y, width, height).fill(color),
    rule: (y: number, { x = paper.margin, width = contentWidth, color = '#c9d1da' } = {}) => {
      const left = leftOf(x, width)
      pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.5)
        .stroke(color)
    },
    /** For reuse: embedded once in the file. */
    openPicture: (bytes: Buffer): Picture => (pdf as unknown as OpensPictures).openImage(bytes),
    picture: (
      picture: Buffer | Picture,
      { x, y, width, height, isCentred = false }: Box & { isCentred?: boolean },
    ) => {
      const align = isRtl ? { align: 'right' as const } : {}
      const place = isCentred ? { align: 'center' as const, valign: 'center' as const } : align
      pdf.image(picture as Buffer, leftOf(x, width), y, { fit: [width, height], ...place })
    },
  }
}

/** Setting features, even none, makes pdfkit lay out the whole run; otherwise words stay in left-to-right order. */
const shaping = ({ isRtl }: { isRtl: boolean }): PDFKit.Mixins.TextOptions => (isRtl ? { features: [] } : {})

function cut(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const characters = [...text]
  let [fits, upper] = [0, characters.length]
  while (fits < upper) {
    const half = Math.ceil((fits + upper) / 2)
    if (widthOf(`${characters.slice(0, half).join('')}…`) <= width) fits = half
    else upper = half - 1
  }
  return `${characters.slice(0, fits).join('')}…`
}

/** Words that are too long for a line are broken; the last line is truncated if there are more than `maxLines`. */
function wrapped(text: string, width: number, maxLines: number, widthOf: (text: string) => number): string[] {
  const fits = (line: string) => widthOf(line) <= width
  const words = withWholePhones(text)
    .split(/[^\S\u00a0]+/)
    .filter((word) => word !== '')
    .flatMap((word) => brokenWord(word, fits))
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = inDirectionOf(text, lines).map((line) => line.replaceAll('\u00a0', ' '))
  if (shown.length <= maxLines) return shown
  const last = shown.slice(maxLines - 1).join(' ')
  return [...shown.slice(0, maxLines - 1), cut(last, width, widthOf)]
}

function brokenWord(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  for (const character of word) {
    const longer = `${parts.at(-1) ?? ''}${character}`
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer
    else parts.push(character)
  }
  return parts
}
