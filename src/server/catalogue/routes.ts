import type { Serve } from '#server/http.ts'
import { getAttributes, saveAttributes } from '#shared/attributes.ts'
import * as brands from '#shared/brands.ts'
import {
  checkOrderLines,
  getCategoryProducts,
  getProductByBarcode,
  getProductFacets,
  getProductsByIds,
  getProductsBySearch,
  getShopHome,
} from '#shared/catalogue.ts'
import * as categories from '#shared/categories.ts'
import { undoChanges as undoChangesCall } from '#shared/changeSets.ts'
import * as productLists from '#shared/productLists.ts'
import { getProductSheet, saveProductSheet } from '#shared/productSheet.ts'
import * as products from '#shared/products.ts'
import { productByBarcode } from './barcode.ts'
import { downloadBrands } from './brandExport.ts'
import { listBrands } from './brandList.ts'
import { undoChanges } from './change/undoChanges.ts'
import { productFacets } from './facets.ts'
import { shopHome } from './home.ts'
import * as memory from './memory/fromMemory.ts'
import { readAttributes, writeAttributes } from './office/attributes.ts'
import { downloadCategories } from './office/categoryExport.ts'
import { listCategories } from './office/categoryList.ts'
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
import { listProducts, productsByIds } from './products.ts'

/** What dealers read most. */
export function shopReadRoutes(serve: Serve): void {
  serve(getShopHome, shopHome, { fromMemory: memory.home })
  serve(getCategoryProducts, listProducts, { fromMemory: memory.list })
  serve(getProductsBySearch, listProducts, { fromMemory: memory.list })
  serve(getProductFacets, productFacets, { fromMemory: memory.facets })
  serve(getProductsByIds, productsByIds, { fromMemory: memory.ids })
  serve(getProductByBarcode, productByBarcode, { fromMemory: memory.barcode })
}

export function catalogueRoutes(serve: Serve): void {
  serve(getAttributes, readAttributes)
  serve(saveAttributes, writeAttributes)
  serve(brands.getBrands, listBrands)
  serve(brands.exportBrands, downloadBrands)
  serve(brands.addBrand, branding.add)
  serve(brands.updateBrand, branding.update)
  serve(brands.deleteBrand, branding.remove)
  serve(brands.mergeBrand, branding.merge)
  serve(brands.sortBrands, branding.sort)
  serve(brands.postBrandImage, branding.setImage)
  serve(brands.deleteBrandImage, branding.dropImage)
  serve(categories.getCategories, listCategories)
  serve(categories.exportCategories, downloadCategories)
  serve(categories.addCategory, categorising.add)
  serve(categories.updateCategory, categorising.update)
  serve(categories.moveCategory, moving.move)
  serve(categories.mergeCategory, moving.merge)
  serve(categories.deleteCategory, categorising.remove)
  serve(categories.postCategoryImage, categorising.setImage)
  serve(categories.deleteCategoryImage, categorising.dropImage)
  serve(checkOrderLines, checkLines)
  serve(productLists.getProducts, listOfficeProducts)
  serve(productLists.exportProducts, downloadProducts)
  serve(products.getItem, readItem)
  serve(products.getProductById, readProduct)
  serve(productLists.getProductChoices, productChoices)
  serve(products.saveItem, saving.save)
  serve(products.addProduct, saving.add)
  serve(products.updateProduct, saving.update)
  serve(products.deleteProduct, changing.remove)
  serve(products.restoreProduct, changing.restore)
  serve(products.changeProducts, changing.change)
  serve(getProductSheet, readSheet)
  serve(saveProductSheet, saveSheet)
  serve(undoChangesCall, undoChanges)
}
