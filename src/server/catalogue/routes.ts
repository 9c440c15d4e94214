import type { AnyServed, FromMemory, Served } from '#server/http/http.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { productByBarcode } from './barcode.ts'
import { downloadBrands, listBrands } from './brandList.ts'
import { undoChanges } from './change/undoChanges.ts'
import { colors } from './colors.ts'
import * as terms from './dictionary/officeTerms.ts'
import { forgetOne, listEmptySearches, noteOne } from './emptySearches.ts'
import { productFacets } from './facets.ts'
import { listFavourites, writeFavourite } from './favourites.ts'
import { shopHome } from './home.ts'
import * as memory from './memory/fromMemory.ts'
import { readAttributes, writeAttributes } from './office/attributes.ts'
import { downloadCategories, listCategories } from './office/categoryList.ts'
import * as moving from './office/categoryMoves.ts'
import * as changing from './office/changeProducts.ts'
import { productChoices } from './office/productChoices.ts'
import { downloadProducts } from './office/productExport.ts'
import { listOfficeProducts } from './office/productList.ts'
import { readItem, readProduct } from './office/productRecord.ts'
import { readSheet } from './office/productSheet.ts'
import * as branding from './office/saveBrands.ts'
import * as categorising from './office/saveCategories.ts'
import { saveSheet } from './office/saveProductSheet.ts'
import * as saving from './office/saveProducts.ts'
import { checkLines } from './orderLines.ts'
import { popularProducts } from './popularProducts.ts'
import { categoryProducts, productsByIds, productsBySearch } from './products.ts'
import * as texts from './texts/officeTexts.ts'

/** What dealers read most. */
export const shopReadVerbs: AnyServed[] = [
  from(memory.home, shopHome),
  from(memory.colors, colors),
  from(memory.list, categoryProducts),
  from(memory.ids, productsByIds),
  from(memory.list, productsBySearch),
  from(memory.facets, productFacets),
  from(memory.barcode, productByBarcode),
]

function from<E extends Endpoint>(fromMemory: FromMemory<NoInfer<E>>, served: Served<E>): Served<E> {
  return { ...served, fromMemory }
}

export const catalogueVerbs: AnyServed[] = [
  noteOne,
  listEmptySearches,
  forgetOne,
  popularProducts,
  listFavourites,
  writeFavourite,
  readAttributes,
  writeAttributes,
  listBrands,
  downloadBrands,
  branding.add,
  branding.update,
  branding.remove,
  branding.merge,
  branding.sort,
  branding.setImage,
  branding.dropImage,
  listCategories,
  downloadCategories,
  categorising.add,
  categorising.update,
  moving.move,
  moving.merge,
  categorising.remove,
  categorising.setImage,
  categorising.dropImage,
  checkLines,
  listOfficeProducts,
  downloadProducts,
  readItem,
  readProduct,
  productChoices,
  saving.save,
  saving.add,
  saving.update,
  changing.remove,
  changing.restore,
  changing.change,
  readSheet,
  saveSheet,
  undoChanges,
  texts.listTexts,
  texts.writeTexts,
  texts.acceptAll,
  texts.readCoverage,
  terms.listTerms,
  terms.writeTerm,
  terms.removeTerm,
]
