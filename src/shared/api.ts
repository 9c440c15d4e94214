import * as catalogue from './catalogue.ts'
import * as customers from './customers.ts'
import * as orders from './orders.ts'
import * as tenancy from './tenancy.ts'
import * as users from './users.ts'

/** Every call of the wire. What stands here must be served; the browser's client is typed by it. */
export const endpoints = [
  tenancy.getAppSettings,
  users.authenticate,
  users.createTokenByRefreshToken,
  users.logout,
  users.getUserInfo,
  customers.getCustomers,
  customers.getSubCurrAccs,
  customers.getShopSalesPerson,
  catalogue.getShopHome,
  catalogue.getCategoryProducts,
  catalogue.getProductsByIds,
  orders.placeOrder,
  orders.getShopHomeCart,
  orders.getOrderById,
  orders.getOrders,
  orders.getDashboard,
] as const

type Calls = (typeof endpoints)[number]
/** The endpoint at a path with a method. */
export type CallAt<Method extends 'GET' | 'POST', Path extends Calls['path']> = Extract<
  Calls,
  { method: Method; path: Path }
>
export type Paths<Method extends 'GET' | 'POST'> = Extract<Calls, { method: Method }>['path']
