/** By the panel's column names. */
export const orderColumns = [
  'orderNumber',
  'orderDate',
  'customer',
  'orderType',
  'qty',
  'amount',
  'currency',
  'salesPerson',
  'state',
  'transfer',
  'transferedDate',
] as const

export const customerColumns = [
  'currAccCode',
  'currAccDescription',
  'city',
  'country',
  'salesPerson',
  'priceGroup',
  'currency',
  'branches',
  'excludedBrands',
  'taxTreatment',
  'creditLimit',
  'balance',
  'overdue',
  'state',
] as const

export const userColumns = [
  'username',
  'name',
  'roles',
  'standsFor',
  'email',
  'phone',
  'lastSignIn',
  'state',
] as const

export const agentColumns = [
  'salesPersonCode',
  'firstLastName',
  'phone',
  'email',
  'customers',
  'users',
  'state',
] as const

export const changeColumns = ['when', 'who', 'address', 'what', 'name', 'action', 'before', 'after'] as const
