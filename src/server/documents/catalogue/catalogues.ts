import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { tenantKey } from '#server/images/photoStore.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deletePhotoCatalogue,
  getPhotoCatalogue,
  getPhotoCatalogues,
  type PhotoCatalogue,
  startPhotoCatalogue,
} from '#shared/photos/photoCatalogues.ts'
import { maxCatalogueProducts } from '#shared/photos/photoLayouts.ts'
import { backgroundFiles } from '../backgroundFiles.ts'
import { printCatalogue } from '../printing.ts'
import { readProducts } from './catalogueProducts.ts'

export const catalogueObject = (tenantId: string, id: string) => tenantKey(tenantId, 'catalogue', `${id}.pdf`)

export const catalogueFiles = backgroundFiles<PhotoCatalogue>({
  table: 'photo_catalogues',
  making: 'drawing',
  of: 'products',
  objectOf: catalogueObject,
})

export const start = verb(startPhotoCatalogue, async (call, asked) => {
  const { inTenant, now, language, tenant, services } = call
  const into = translatedInto(tenant, language)
  const products = await inTenant('read', (tx) => readProducts(tx, asked, { ...asked, into }))
  if (products.length === 0) throw new Refusal('catalogue.empty')
  if (products.length > maxCatalogueProducts) {
    throw new Refusal('catalogue.tooLarge', { values: { limit: maxCatalogueProducts } })
  }
  const { perPage, sections, withCover } = asked
  const title = asked.title || tenant.displayName
  const drawing = { products, title, perPage, sections, withCover, madeAt: now.toISOString() }
  return catalogueFiles.start(call, {
    name: `${asked.title || translate(language, 'panel.imagesPdf')}.pdf`,
    count: products.length,
    busy: 'catalogue.busy',
    make: (file, watch) =>
      printCatalogue(drawing, file, language, { tenant, photos: services.photos }, watch),
  })
})

export const listOwn = verb(getPhotoCatalogues, catalogueFiles.listOwn)
export const download = verb(getPhotoCatalogue, catalogueFiles.download)
export const remove = verb(deletePhotoCatalogue, catalogueFiles.remove)
