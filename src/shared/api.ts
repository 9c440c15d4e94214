/** What the rooms export; the client is typed by the endpoints among it. */
type Exports =
  | typeof import('./users/account.ts')
  | typeof import('./customers/agents.ts')
  | typeof import('./analysis/analysis.ts')
  | typeof import('./catalogue/attributes.ts')
  | typeof import('./catalogue/brands.ts')
  | typeof import('./news/news.ts')
  | typeof import('./pricing/retailPrices.ts')
  | typeof import('./orders/carts.ts')
  | typeof import('./catalogue/catalogue.ts')
  | typeof import('./catalogue/categories.ts')
  | typeof import('./catalogue/emptySearches.ts')
  | typeof import('./catalogue/favourites.ts')
  | typeof import('./changes/changeSets.ts')
  | typeof import('./changes/changes.ts')
  | typeof import('./changes/undoRecord.ts')
  | typeof import('./customers/accountPage.ts')
  | typeof import('./customers/credit.ts')
  | typeof import('./customers/statement.ts')
  | typeof import('./customers/balanceFiles.ts')
  | typeof import('./customers/customers.ts')
  | typeof import('./erp/erpAgentCalls.ts')
  | typeof import('./erp/erp.ts')
  | typeof import('./orders/heldOrders.ts')
  | typeof import('./imports/fileImports.ts')
  | typeof import('./imports/imports.ts')
  | typeof import('./orders/officeOrders.ts')
  | typeof import('./operator.ts')
  | typeof import('./orders/orderFiles.ts')
  | typeof import('./orders/orderMails.ts')
  | typeof import('./orders/orders.ts')
  | typeof import('./photos/photoCatalogues.ts')
  | typeof import('./photos/photos.ts')
  | typeof import('./pricing/priceRules.ts')
  | typeof import('./catalogue/productLists.ts')
  | typeof import('./catalogue/productSheet.ts')
  | typeof import('./catalogue/products.ts')
  | typeof import('./users/profile.ts')
  | typeof import('./pricing/quantityRules.ts')
  | typeof import('./pricing/quantityRuleFiles.ts')
  | typeof import('./pricing/rates.ts')
  | typeof import('./pricing/ruleImports.ts')
  | typeof import('./pricing/ruleWarnings.ts')
  | typeof import('./users/savedFilters.ts')
  | typeof import('./catalogue/sizeCurve.ts')
  | typeof import('./settings.ts')
  | typeof import('./tenancy.ts')
  | typeof import('./catalogue/texts.ts')
  | typeof import('./users/users.ts')

type ValuesOf<Room> = Room extends unknown ? Room[keyof Room] : never
type Calls = Extract<ValuesOf<Exports>, { method: string; path: string; transaction: string }>

export type CallAt<Method extends 'GET' | 'POST', Path extends Calls['path']> = Extract<
  Calls,
  { method: Method; path: Path }
>
export type Paths<Method extends 'GET' | 'POST'> = Extract<Calls, { method: Method }>['path']
