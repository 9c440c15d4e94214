import * as account from './account.ts'
import * as agents from './agents.ts'
import * as analysis from './analysis.ts'
import * as attributes from './attributes.ts'
import * as brands from './brands.ts'
import * as carts from './carts.ts'
import * as catalogue from './catalogue.ts'
import * as categories from './categories.ts'
import * as changeSets from './changeSets.ts'
import * as changes from './changes.ts'
import * as customers from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import * as erpAgentCalls from './erp/erpAgentCalls.ts'
import * as erp from './erp.ts'
import * as imports from './imports.ts'
import * as officeOrders from './officeOrders.ts'
import * as orderFiles from './orderFiles.ts'
import * as orderMails from './orderMails.ts'
import * as orders from './orders.ts'
import * as photoCatalogues from './photoCatalogues.ts'
import * as photos from './photos.ts'
import * as productLists from './productLists.ts'
import * as productSheet from './productSheet.ts'
import * as products from './products.ts'
import * as profile from './profile.ts'
import * as rates from './rates.ts'
import * as savedFilters from './savedFilters.ts'
import * as tenancy from './tenancy.ts'
import * as users from './users.ts'

const rooms = [
  account,
  agents,
  analysis,
  attributes,
  brands,
  carts,
  catalogue,
  categories,
  changeSets,
  changes,
  customers,
  erpAgentCalls,
  erp,
  imports,
  officeOrders,
  orderFiles,
  orderMails,
  orders,
  photoCatalogues,
  photos,
  productLists,
  productSheet,
  products,
  profile,
  rates,
  savedFilters,
  tenancy,
  users,
] as const

type ExportsOf<Room> = Room extends unknown ? Room[keyof Room] : never
type Calls = Extract<ExportsOf<(typeof rooms)[number]>, { method: string; path: string; transaction: string }>

/** All that the rooms export. The server must implement each; the client is typed by them. */
export const endpoints = rooms
  .flatMap((room): unknown[] => Object.values(room))
  .filter((one): one is Endpoint => typeof one === 'object' && one !== null && 'transaction' in one)

export type CallAt<Method extends 'GET' | 'POST', Path extends Calls['path']> = Extract<
  Calls,
  { method: Method; path: Path }
>
export type Paths<Method extends 'GET' | 'POST'> = Extract<Calls, { method: Method }>['path']
