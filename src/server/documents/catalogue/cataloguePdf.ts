import { setImmediate as nextTurn } from 'node:timers/promises'
import { contentWidth, openSheetFile, paper, type Sheet } from '../pdfSheet.ts'
import { type PictureSource, picturesAt, printedLogo, printedPhoto } from '../photos.ts'
import type { Words } from '../words.ts'
import { drawCards, isCards } from './catalogueCards.ts'
import { drawCover } from './catalogueCover.ts'
import { drawList } from './catalogueList.ts'
import { type Catalogue, mutedColor, type PhotoOf } from './catalogueLook.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

/** `photos`: store keys by content hash; `file`: the output. */
type PdfContext = PictureSource & {
  file: string
  company: string
  logo?: string
  photos: Record<string, string>
}
type Watch = { onDone: (done: number) => void; isAborted: () => boolean }

const headHeight = 28
const footerHeight = 22
/** Sharp enough for print. */
const pixelsPerPoint = 2.4

/** Yields to other requests after each page. */
export async function cataloguePdf(
  catalogue: Catalogue,
  words: Words,
  context: PdfContext,
  { onDone, isAborted }: Watch,
): Promise<void> {
  const { title, perPage, sections, withCover } = catalogue
  const hasPrices = catalogue.products.some(({ prices }) => prices.length > 0)
  const { company, place, photos } = context
  const { language, isRtl, say } = words
  const store = picturesAt(place)
  const photoOf: PhotoOf = async (hash, { width, height, isCropped = false }) => {
    const key = photos[hash ?? '']
    return key
      ? printedPhoto(store, key, {
          width: width * pixelsPerPoint,
          height: height * pixelsPerPoint,
          isCropped,
        })
      : undefined
  }
  const sheet = await openSheetFile({ title, author: company, language, isRtl }, context.file)
  try {
    const logo = context.logo ? await printedLogo(store, context.logo) : undefined
    if (withCover) await drawCover(sheet, words, { catalogue, company, logo, photoOf })
    const pages = pagesOf(catalogue)
    let done = 0
    for (const [index, { section, products }] of pages.entries()) {
      if (isAborted()) throw new Error('Nobody wants it any more')
      sheet.newPage()
      const isFirst = index === 0 && !withCover
      drawHead(sheet, { title, section, ...(isFirst ? { company, logo } : {}) })
      const top = paper.margin + headHeight * (isFirst ? 2 : 1)
      const bottom = paper.height - paper.margin - footerHeight
      const box = { x: paper.margin, y: top, width: contentWidth, height: bottom - top }
      const drawing = { products, box, photoOf, withBrand: sections !== 'brand' }
      if (isCards(perPage)) await drawCards(sheet, words, { ...drawing, perPage })
      else await drawList(sheet, words, { ...drawing, perPage })
      drawFooter(
        sheet,
        hasPrices ? `${company} · ${say('tax.pricesWithout')}` : company,
        say('document.page', { page: index + 1, pages: pages.length }),
      )
      done += products.length
      onDone(done)
      await nextTurn()
    }
  } catch (error) {
    sheet.abort()
    throw error
  }
  await sheet.close()
}

type Page = { section: string; products: CatalogueProduct[] }

/** Each section starts a new page. */
function pagesOf({ products, perPage, sections }: Catalogue): Page[] {
  const pages: Page[] = []
  for (const product of products) {
    const section = sections === 'none' ? '' : product[`${sections}Name`]
    const page = pages.at(-1)
    if (page && page.section === section && page.products.length < perPage) page.products.push(product)
    else pages.push({ section, products: [product] })
  }
  return pages
}

type Head = { title: string; section: string; company?: string; logo?: Buffer | undefined }

function drawHead(sheet: Sheet, { title, section, company, logo }: Head): void {
  const { margin } = paper
  const half = contentWidth / 2
  const isFirst = company !== undefined
  const y = isFirst ? margin + headHeight : margin
  if (isFirst && logo) sheet.picture(logo, { x: margin, y: margin, width: 150, height: headHeight + 10 })
  else if (isFirst && title !== company)
    sheet.put(company, { x: margin, y: margin + 6, width: half, size: 12 })
  if (isFirst) {
    const at = title === company && !logo ? { x: margin, width: contentWidth } : undefined
    const placing = at ?? { x: margin + half, width: half, align: 'end' as const }
    sheet.put(title, { ...placing, y: margin + 2, size: 18, font: 'bold' })
  } else sheet.put(title, { x: margin, y, width: half, size: 9, color: mutedColor })
  sheet.put(section, { x: margin + half, y: y - 2, width: half, size: 11, font: 'bold', align: 'end' })
  sheet.rule(y + 17)
}

function drawFooter(sheet: Sheet, about: string, page: string): void {
  const at = { y: paper.height - paper.margin - 8, size: 7.5, color: mutedColor }
  sheet.put(about, { ...at, x: paper.margin, width: contentWidth * 0.75 })
  sheet.put(page, { ...at, x: paper.margin + contentWidth * 0.75, width: contentWidth * 0.25, align: 'end' })
}
