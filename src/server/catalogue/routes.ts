import type { Serve } from '#server/http.ts'
import {
  checkOrderLines,
  getBrands,
  getCategoryProducts,
  getProductByBarcode,
  getProductFacets,
  getProductsByIds,
  getProductsBySearch,
  getShopHome,
} from '#shared/catalogue.ts'
import { productByBarcode } from './barcode.ts'
import { listBrands } from './brandList.ts'
import { productFacets } from './facets.ts'
import { shopHome } from './home.ts'
import { checkLines } from './orderLines.ts'
import { listProducts, productsByIds } from './products.ts'

export function catalogueRoutes(serve: Serve): void {
  serve(getShopHome, shopHome)
  serve(getBrands, listBrands)
  serve(getCategoryProducts, listProducts)
  serve(getProductsBySearch, listProducts)
  serve(getProductFacets, productFacets)
  serve(getProductsByIds, productsByIds)
  serve(getProductByBarcode, productByBarcode)
  serve(checkOrderLines, checkLines)
}
