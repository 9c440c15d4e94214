import * as account from './account.ts'
import * as agents from './agents.ts'
import * as carts from './carts.ts'
import * as catalogue from './catalogue.ts'
import * as changes from './changes.ts'
import * as customers from './customers.ts'
import * as orders from './orders.ts'
import * as profile from './profile.ts'
import * as tenancy from './tenancy.ts'
import * as users from './users.ts'

/** Every call of the wire. What stands here must be served; the browser's client is typed by it. */
export const endpoints = [
  tenancy.getAppSettings,
  tenancy.getTenantSettings,
  tenancy.updateTenantSettings,
  tenancy.postTenantLogo,
  tenancy.deleteTenantLogo,
  account.authenticate,
  account.createTokenByRefreshToken,
  account.logout,
  account.getUserInfo,
  account.changeRole,
  profile.passwordChange,
  account.requestPasswordReset,
  account.resetPassword,
  profile.getSessions,
  profile.endSession,
  profile.endOtherSessions,
  profile.getProfile,
  profile.updateProfile,
  profile.postAvatar,
  profile.deleteAvatar,
  profile.startTotp,
  profile.confirmTotp,
  profile.endTotp,
  profile.newRecoveryCodes,
  users.getSystemUsers,
  users.getSystemUserById,
  users.addUser,
  users.updateUser,
  users.deleteUser,
  users.restoreUser,
  users.endUserSessions,
  users.resetUserTotp,
  users.getAccountsForSelect,
  users.getSalesPersonForSelect,
  agents.getSalesPersons,
  agents.getSalesPersonById,
  agents.addSalesPerson,
  agents.updateSalesPerson,
  agents.deleteSalesPerson,
  agents.restoreSalesPerson,
  agents.handOverCustomers,
  customers.getCustomers,
  customers.getSubCurrAccs,
  customers.getShopSalesPerson,
  customers.getCustomerList,
  customers.getCustomerById,
  customers.addCustomer,
  customers.updateCustomer,
  customers.deleteCustomer,
  customers.restoreCustomer,
  customers.getPriceGroups,
  customers.getExcludeBrands,
  customers.postExcludeBrands,
  catalogue.getBrands,
  catalogue.getShopHome,
  catalogue.getCategoryProducts,
  catalogue.getProductsByIds,
  catalogue.getProductsBySearch,
  catalogue.getProductFacets,
  catalogue.getProductByBarcode,
  catalogue.checkOrderLines,
  carts.postLogCart,
  carts.getLogCart,
  carts.getDrafts,
  carts.getDraftById,
  carts.saveDraft,
  carts.deleteDraft,
  carts.restoreDraft,
  orders.placeOrder,
  orders.getShopHomeCart,
  orders.getOrderById,
  orders.getOrderPdf,
  orders.getOrderExcel,
  orders.getOrders,
  orders.getDashboard,
  changes.getChanges,
] as const

type Calls = (typeof endpoints)[number]
/** The endpoint at a path with a method. */
export type CallAt<Method extends 'GET' | 'POST', Path extends Calls['path']> = Extract<
  Calls,
  { method: Method; path: Path }
>
export type Paths<Method extends 'GET' | 'POST'> = Extract<Calls, { method: Method }>['path']
