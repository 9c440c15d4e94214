import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { runsOf } from './pdfText.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89, margin: 36 }
export const contentWidth = paper.width - 2 * paper.margin

export type Font = 'regular' | 'bold'

const fontFiles = [
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
]
const fontBytes = Promise.all(fontFiles.map((file) => readFile(fileURLToPath(file))))

/** A part of a page, in points; `x` as of a {@link Placing}. */
export type Box = { x: number; y: number; width: number; height: number }

type Placing = {
  /** From the margin at which reading begins: the left one, in Arabic the right one. */
  x: number
  y: number
  width: number
  size: number
  font?: Font
  color?: string
  align?: 'start' | 'end'
}

/** Pages to write on, measured from where reading begins: mirrored as a whole for languages from right to left. */
export type Sheet = ReturnType<typeof sheetOn>

/** A picture as pdfkit has opened it; its types do not tell of it. */
type Picture = { width: number; height: number }
type OpensPictures = { openImage: (bytes: Buffer) => Picture }

type About = { title: string; author: string; language: string; isRtl: boolean }

/** Opens an empty document; `close` answers its bytes. */
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

/** Opens an empty document that is written into a file while it is drawn, until it is closed or given up. */
export async function openSheetFile(about: About, file: string) {
  const pdf = await openPdf(about)
  const written = pipeline(pdf, createWriteStream(file))
  // What went wrong is said to whoever closes it.
  written.catch(() => {})
  const close = () => {
    pdf.end()
    return written
  }
  return { ...sheetOn(pdf, about.isRtl), close, giveUp: () => void pdf.destroy() }
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

const mostMeasured = 20_000

function sheetOn(pdf: PDFKit.PDFDocument, isRtl: boolean) {
  const measured = new Map<string, number>()
  /** The widths of most texts are asked for more than once: to place them, to wrap them, on the next line again. */
  const widthOf = (text: string, font: Font, size: number) => {
    const key = `${font} ${text}`
    const known = measured.get(key)
    if (known !== undefined) return known * size
    pdf.font(font).fontSize(1)
    const width = runsOf(text).reduce((sum, run) => sum + pdf.widthOfString(run.text, shaping(run)), 0)
    // A thousand orders have more texts than are worth remembering.
    if (measured.size >= mostMeasured) measured.clear()
    measured.set(key, width)
    return width * size
  }
  /** The left edge, in points of the page, of what is `width` wide and stands `x` after the beginning. */
  const leftOf = (x: number, width: number) => (isRtl ? paper.width - x - width : x)

  const draw = (text: string, left: number, y: number) => {
    pdf.x = left
    // Each run moves on to where the next begins.
    for (const run of runsOf(text)) pdf.text(run.text, pdf.x, y, { ...shaping(run), lineBreak: false })
  }
  return {
    widthOf,
    newPage: () => void pdf.addPage(),
    /** A line of text, cut short where it does not fit. */
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
    /** A number, written smaller where it does not fit: none of its digits may go. */
    putNumber: (text: string, placing: Placing) => {
      const { font = 'regular', width, size, color = '#16202b' } = placing
      const needed = widthOf(text, font, size)
      const fitting = needed > width ? (size * width) / needed : size
      const textWidth = Math.min(needed, width)
      const left = leftOf(placing.x, width)
      pdf.font(font).fontSize(fitting).fillColor(color)
      draw(text, isRtl ? left : left + width - textWidth, placing.y + (size - fitting) / 2)
    },
    /** A text as lines that fit a width, as many as `most`. */
    wrap: (
      text: string,
      { width, size, font = 'regular', most }: { width: number; size: number; font?: Font; most: number },
    ) => wrapped(text, width, most, (part) => widthOf(part, font, size)),
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
    /** A picture to be put into several places: the file has it once. */
    openPicture: (bytes: Buffer): Picture => (pdf as unknown as OpensPictures).openImage(bytes),
    /** A picture as large as fits; where it begins is where reading does, unless it is in the middle. */
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

/** Asking for features, even for none, has a whole run laid out at once: words alone would keep their left-to-right order. */
const shaping = ({ isRtl }: { isRtl: boolean }): PDFKit.Mixins.TextOptions => (isRtl ? { features: [] } : {})

function cut(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const characters = [...text]
  let [fits, most] = [0, characters.length]
  while (fits < most) {
    const half = Math.ceil((fits + most) / 2)
    if (widthOf(`${characters.slice(0, half).join('')}…`) <= width) fits = half
    else most = half - 1
  }
  return `${characters.slice(0, fits).join('')}…`
}

function wrapped(text: string, width: number, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (const [index, word] of words.entries()) {
    const longer = line ? `${line} ${word}` : word
    if (line === '' || widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (lines.length === most - 1)
      return [...lines, cut([line, ...words.slice(index)].join(' '), width, widthOf)]
    lines.push(line)
    line = word
  }
  return line ? [...lines, cut(line, width, widthOf)] : lines
}
