import type { Serve } from '#server/http.ts'
import { getCategoryProducts, getProductsByIds, getShopHome } from '#shared/catalogue.ts'
import { shopHome } from './home.ts'
import { listProducts, productsByIds } from './products.ts'

export function catalogueRoutes(serve: Serve): void {
  serve(getShopHome, shopHome)
  serve(getCategoryProducts, listProducts)
  serve(getProductsByIds, productsByIds)
}
