import { analysisVerbs } from '#server/analysis/routes.ts'
import { cartVerbs } from '#server/carts/routes.ts'
import { importVerbs } from '#server/catalogue/import/runs/routes.ts'
import { catalogueVerbs, shopReadVerbs } from '#server/catalogue/routes.ts'
import { changeVerbs } from '#server/changes/routes.ts'
import { customerVerbs } from '#server/customers/routes.ts'
import { erpVerbs } from '#server/erp/routes.ts'
import { photoVerbs } from '#server/images/photoRoutes.ts'
import { newsVerbs } from '#server/news/routes.ts'
import { operatorVerbs } from '#server/operator/routes.ts'
import { orderVerbs } from '#server/orders/routes.ts'
import { pricingVerbs } from '#server/pricing/routes.ts'
import { fileImportVerbs } from '#server/tableFiles/fileImports.ts'
import { tenancyVerbs } from '#server/tenancy/routes.ts'
import { userVerbs } from '#server/users/routes.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { AnyServed } from './http.ts'

export const otherVerbs: AnyServed[] = [
  ...tenancyVerbs,
  ...userVerbs,
  ...customerVerbs,
  ...catalogueVerbs,
  ...importVerbs,
  ...fileImportVerbs,
  ...cartVerbs,
  ...newsVerbs,
  ...pricingVerbs,
  ...orderVerbs,
  ...erpVerbs,
  ...analysisVerbs,
  ...changeVerbs,
  ...photoVerbs,
  ...operatorVerbs,
]

/** All calls that the server answers. */
export const endpoints: Endpoint[] = [...shopReadVerbs, ...otherVerbs].map(({ endpoint }) => endpoint)
