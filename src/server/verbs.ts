import type { Endpoint } from '#shared/endpoint.ts'
import { analysisVerbs } from './analysis/routes.ts'
import { cartVerbs } from './carts/routes.ts'
import { importVerbs } from './catalogue/import/runs/routes.ts'
import { catalogueVerbs, shopReadVerbs } from './catalogue/routes.ts'
import { changeVerbs } from './changes/routes.ts'
import { customerVerbs } from './customers/routes.ts'
import { erpVerbs } from './erp/routes.ts'
import type { AnyServed } from './http.ts'
import { photoVerbs } from './images/photoRoutes.ts'
import { operatorVerbs } from './operator/routes.ts'
import { orderVerbs } from './orders/routes.ts'
import { pricingVerbs } from './pricing/routes.ts'
import { tenancyVerbs } from './tenancy/routes.ts'
import { userVerbs } from './users/routes.ts'

export const otherVerbs: AnyServed[] = [
  ...tenancyVerbs,
  ...userVerbs,
  ...customerVerbs,
  ...catalogueVerbs,
  ...importVerbs,
  ...cartVerbs,
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
