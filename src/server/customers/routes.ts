import type { Serve } from '#server/http.ts'
import { getCustomers, getShopSalesPerson, getSubCurrAccs } from '#shared/customers.ts'
import { agentsFor, customersOf, subAccountsOf } from './customers.ts'

export function customerRoutes(serve: Serve): void {
  serve(getCustomers, customersOf)
  serve(getSubCurrAccs, subAccountsOf)
  serve(getShopSalesPerson, agentsFor)
}
