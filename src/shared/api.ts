/** What the rooms export; the client is typed by the endpoints among it. */
type Exports =
  | typeof import('./account.ts')
  | typeof import('./agents.ts')
  | typeof import('./analysis.ts')
  | typeof import('./attributes.ts')
  | typeof import('./brands.ts')
  | typeof import('./carts.ts')
  | typeof import('./catalogue.ts')
  | typeof import('./categories.ts')
  | typeof import('./changeSets.ts')
  | typeof import('./changes.ts')
  | typeof import('./accountPage.ts')
  | typeof import('./credit.ts')
  | typeof import('./statement.ts')
  | typeof import('./toldFiles.ts')
  | typeof import('./customers.ts')
  | typeof import('./erp/erpAgentCalls.ts')
  | typeof import('./erp.ts')
  | typeof import('./heldOrders.ts')
  | typeof import('./imports.ts')
  | typeof import('./officeOrders.ts')
  | typeof import('./operator.ts')
  | typeof import('./orderFiles.ts')
  | typeof import('./orderMails.ts')
  | typeof import('./orders.ts')
  | typeof import('./photoCatalogues.ts')
  | typeof import('./photos.ts')
  | typeof import('./priceRules.ts')
  | typeof import('./productLists.ts')
  | typeof import('./productSheet.ts')
  | typeof import('./products.ts')
  | typeof import('./profile.ts')
  | typeof import('./quantityRules.ts')
  | typeof import('./rates.ts')
  | typeof import('./ruleImports.ts')
  | typeof import('./ruleWarnings.ts')
  | typeof import('./savedFilters.ts')
  | typeof import('./sizeCurve.ts')
  | typeof import('./tenancy.ts')
  | typeof import('./texts.ts')
  | typeof import('./users.ts')

type ValuesOf<Room> = Room extends unknown ? Room[keyof Room] : never
type Calls = Extract<ValuesOf<Exports>, { method: string; path: string; transaction: string }>

export type CallAt<Method extends 'GET' | 'POST', Path extends Calls['path']> = Extract<
  Calls,
  { method: Method; path: Path }
>
export type Paths<Method extends 'GET' | 'POST'> = Extract<Calls, { method: Method }>['path']
