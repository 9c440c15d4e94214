import { create } from 'zustand'
import type { CatalogueLayout, CatalogueSections } from '#shared/photoLayouts.ts'
import type { PhotoProduct } from '#shared/photos.ts'

type Codes = Pick<PhotoProduct, 'itemCode' | 'colorCode'>

/** Which products a catalogue is to have, and how it is to look. */
type CatalogueChoice = {
  brandIds: string[]
  categoryIds: string[]
  search: string
  /** As productKey has them; all where there are none. */
  products: string[]
  /** Those products were ticked in the product list, where each has been seen. */
  isTicked: boolean
  onlyInStock: boolean
  onlyWithPhoto: boolean
  title: string
  perPage: CatalogueLayout
  sections: CatalogueSections
  withCover: boolean
  priceGroup: string | null
}

const everything = {
  brandIds: [],
  categoryIds: [],
  search: '',
  products: [],
  isTicked: false,
  onlyInStock: false,
  onlyWithPhoto: true,
} satisfies Partial<CatalogueChoice>

/** Of the next catalogue. It outlives the page that shows it: products are chosen on that of products, too. */
export const useCatalogueChoice = create<CatalogueChoice>(() => ({
  ...everything,
  title: '',
  perPage: 6,
  sections: 'none',
  withCover: true,
  priceGroup: null,
}))

export const setChoice = (change: Partial<CatalogueChoice>) => useCatalogueChoice.setState(change)

/** Products that somebody has ticked, with a photo or without. */
export const chooseTicked = (products: Codes[]) =>
  setChoice({ ...everything, products: products.map(productKey), isTicked: true, onlyWithPhoto: false })

/** Whatever a filter lets through, with a photo or without. */
export const chooseMatching = (filter: Partial<CatalogueChoice>) =>
  setChoice({ ...everything, onlyWithPhoto: false, ...filter })

/** A product as its item code, a tab and its colour code. */
export const productKey = ({ itemCode, colorCode }: Codes) => `${itemCode}\t${colorCode}`

/** What the server is asked for. */
export function filterOf(choice: CatalogueChoice) {
  const { brandIds, categoryIds, search, products, onlyInStock, onlyWithPhoto } = choice
  const some = products.map((product) => {
    const [itemCode = '', colorCode = ''] = product.split('\t')
    return { itemCode, colorCode }
  })
  return {
    brandIds,
    categoryIds,
    onlyInStock,
    onlyWithPhoto,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(some.length > 0 ? { products: some } : {}),
  }
}
