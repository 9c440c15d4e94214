import { z } from 'zod'
import { answer, endpoint, id, nothing, optionalAccountCode } from './endpoint.ts'

const customer = z.object({
  currAccCode: z.string(),
  currAccDescription: z.string(),
  currencyCode: z.string(),
  priceGroup: z.string(),
  salesPersonCode: z.string(),
})
export type Customer = z.infer<typeof customer>

const salesPerson = z.object({ salesPersonCode: z.string(), firstLastName: z.string() })
export type SalesPerson = z.infer<typeof salesPerson>

const subCurrAcc = z.object({ subCurrAccId: id, subCurrAccCode: z.string(), companyName: z.string() })
export type SubCurrAcc = z.infer<typeof subCurrAcc>

export const getCustomers = endpoint({
  method: 'GET',
  path: '/api/Shop/GetCustomers',
  summary: "Accounts the user may order for: an agent's own, a customer's self, all for an admin",
  access: 'signedIn',
  transaction: 'read',
  input: nothing,
  reply: answer(z.array(customer)),
  errors: [],
})

export const getSubCurrAccs = endpoint({
  method: 'GET',
  path: '/api/Shop/GetSubCurrAccs',
  summary: 'Branches of an account the user may order for',
  access: 'signedIn',
  transaction: 'read',
  input: z.object({ currAccCode: z.string().min(1).max(30) }),
  reply: answer(z.array(subCurrAcc)),
  errors: ['notFound'],
})

export const getShopSalesPerson = endpoint({
  method: 'GET',
  path: '/api/Shop/GetShopSalesPerson',
  summary: "Agents an order may be credited to, the account's own first",
  access: 'signedIn',
  transaction: 'read',
  input: z.object({ currAccCode: optionalAccountCode }),
  reply: answer(z.array(salesPerson)),
  errors: ['notFound'],
})
