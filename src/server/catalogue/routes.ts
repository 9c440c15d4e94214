import type { Serve } from '#server/http.ts'
import { getBrands, getCategoryProducts, getProductsByIds, getShopHome } from '#shared/catalogue.ts'
import { listBrands } from './brandList.ts'
import { shopHome } from './home.ts'
import { listProducts, productsByIds } from './products.ts'

export function catalogueRoutes(serve: Serve): void {
  serve(getShopHome, shopHome)
  serve(getBrands, listBrands)
  serve(getCategoryProducts, listProducts)
  serve(getProductsByIds, productsByIds)
}
