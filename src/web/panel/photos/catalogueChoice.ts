import { create } from 'zustand'
import type { CatalogueLayout, CatalogueSections } from '#shared/photos/photoLayouts.ts'
import type { PhotoProduct } from '#shared/photos/photos.ts'

type Codes = Pick<PhotoProduct, 'itemCode' | 'colorCode'>

type CatalogueChoice = {
  brandIds: string[]
  categoryIds: string[]
  search: string
  /** From productKey; empty for all. */
  products: string[]
  /** The products were ticked in the product list. */
  isTicked: boolean
  onlyInStock: boolean
  onlyWithPhoto: boolean
  title: string
  perPage: CatalogueLayout
  sections: CatalogueSections
  withCover: boolean
  priceGroup: string | null
}

const noFilter = {
  brandIds: [],
  categoryIds: [],
  search: '',
  products: [],
  isTicked: false,
  onlyInStock: false,
  onlyWithPhoto: true,
} satisfies Partial<CatalogueChoice>

/** For the next catalogue. Global, because the product list sets it too. */
export const useCatalogueChoice = create<CatalogueChoice>(() => ({
  ...noFilter,
  title: '',
  perPage: 6,
  sections: 'none',
  withCover: true,
  priceGroup: null,
}))

export const setChoice = (change: Partial<CatalogueChoice>) => useCatalogueChoice.setState(change)

/** With or without photos. */
export const chooseTicked = (products: Codes[]) =>
  setChoice({ ...noFilter, products: products.map(productKey), isTicked: true, onlyWithPhoto: false })

/** With or without photos. */
export const chooseMatching = (filter: Partial<CatalogueChoice>) =>
  setChoice({ ...noFilter, onlyWithPhoto: false, ...filter })

/** Item code, tab, colour code. */
export const productKey = ({ itemCode, colorCode }: Codes) => `${itemCode}\t${colorCode}`

export function filterOf(choice: CatalogueChoice) {
  const { brandIds, categoryIds, search, products, onlyInStock, onlyWithPhoto } = choice
  const productCodes = products.map((product) => {
    const [itemCode = '', colorCode = ''] = product.split('\t')
    return { itemCode, colorCode }
  })
  return {
    brandIds,
    categoryIds,
    onlyInStock,
    onlyWithPhoto,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(productCodes.length > 0 ? { products: productCodes } : {}),
  }
}
