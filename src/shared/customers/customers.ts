import { z } from 'zod'
import { answer, endpoint, id, listInput, optionalAccountCode, page, version } from '#shared/endpoint.ts'
import { customerColumns } from '#shared/exports/exportColumns.ts'
import { exportOf } from '#shared/exports/exports.ts'
import { money } from '#shared/orders/orders.ts'
import { taxTreatments } from '#shared/pricing/tax.ts'
import { customerFields } from '#shared/records/customerFields.ts'
import { changeShape, newShape, storedShape } from '#shared/records/recordField.ts'

const customer = z.object({
  currAccCode: z.string(),
  currAccDescription: z.string(),
  currencyCode: z.string(),
  priceGroup: z.string(),
  salesPersonCode: z.string(),
  taxTreatment: z.enum(taxTreatments),
})
export type Customer = z.infer<typeof customer>

const salesPerson = z.object({ salesPersonCode: z.string(), firstLastName: z.string() })
export type SalesPerson = z.infer<typeof salesPerson>

const subCurrAcc = z.object({ subCurrAccId: id, subCurrAccCode: z.string(), companyName: z.string() })
export type SubCurrAcc = z.infer<typeof subCurrAcc>

export const getCustomers = endpoint({
  call: 'GET /api/Shop/GetCustomers',
  summary:
    "Accounts the user may order for: an agent's own, a customer's self, all for an admin; filtered by search, up to limit",
  access: 'signedIn',
  input: z.object({
    search: z.string().trim().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: answer(z.array(customer)),
})

export const getSubCurrAccs = endpoint({
  call: 'GET /api/Shop/GetSubCurrAccs',
  summary: 'Branches of an account the user may order for',
  access: 'signedIn',
  input: z.object({ currAccCode: optionalAccountCode }),
  reply: answer(z.array(subCurrAcc)),
  errors: ['notFound'],
})

export const getShopSalesPerson = endpoint({
  call: 'GET /api/Shop/GetShopSalesPerson',
  summary: "Agents an order may be credited to, the account's own first",
  access: 'signedIn',
  input: z.object({ currAccCode: optionalAccountCode }),
  reply: answer(z.array(salesPerson)),
  errors: ['notFound'],
})

type Branch = { subCurrAccId?: string | undefined; subCurrAccCode: string }

/** Rejects duplicate codes and ids. */
function refuseDuplicateBranches(
  given: { subCurrAccs?: Branch[] | undefined },
  context: z.core.$RefinementCtx,
) {
  const seen = new Set<string>()
  for (const [index, { subCurrAccId, subCurrAccCode }] of (given.subCurrAccs ?? []).entries()) {
    const refuse = (field: keyof Branch, key: string) =>
      context.addIssue({
        code: 'custom',
        path: ['subCurrAccs', index, field],
        params: { key },
        input: given,
      })
    if (seen.has(`code ${subCurrAccCode}`)) refuse('subCurrAccCode', 'field.taken')
    if (subCurrAccId && seen.has(`id ${subCurrAccId}`)) refuse('subCurrAccId', 'field.invalid')
    seen.add(`code ${subCurrAccCode}`)
    seen.add(`id ${subCurrAccId}`)
  }
}

const account = z.object({
  id,
  ...storedShape(customerFields),
  email: z.string(),
  version,
  isDeleted: z.boolean(),
  subCurrAccs: z.array(
    z.object({ subCurrAccId: id, subCurrAccCode: z.string(), companyName: z.string(), address: z.string() }),
  ),
  users: z.array(z.object({ id, username: z.string() })),
  excludedBrands: z.int(),
})
export type Account = z.infer<typeof account>

const accountRow = z.object({
  id,
  currAccCode: z.string(),
  currAccDescription: z.string(),
  city: z.string(),
  country: z.string(),
  currencyCode: z.string(),
  priceGroup: z.string(),
  salesPersonCode: z.string(),
  salesPerson: z.string(),
  isBlocked: z.boolean(),
  isDeleted: z.boolean(),
  taxTreatment: z.enum(taxTreatments),
  subCurrAccs: z.int(),
  excludedBrands: z.int(),
  /** In the account's currency. */
  creditLimit: z.number().nullable(),
  balances: z.array(money),
  overdue: z.array(money),
})
export type AccountRow = z.infer<typeof accountRow>

export const customerSorts = [
  'currAccDescription',
  'currAccCode',
  'city',
  'priceGroup',
  'salesPerson',
] as const

export const getCustomerList = endpoint({
  call: 'POST /api/Account/GetCustomerList',
  summary: 'Customers. Deleted ones only on request; agent - means those without an agent',
  access: { pages: ['customers'] },
  transaction: 'read',
  input: z.object({
    ...listInput(customerSorts),
    agent: z.string().max(30).optional(),
    priceGroup: z.string().max(20).optional(),
    state: z.enum(['open', 'blocked', 'deleted']).optional(),
  }),
  reply: page(accountRow),
})

export const exportCustomers = exportOf(getCustomerList, 'POST /api/Account/ExportCustomers', customerColumns)

export const getCustomerById = endpoint({
  call: 'GET /api/Account/GetCustomerById',
  summary: 'A customer, by id or code',
  access: { pages: ['customerEdit'] },
  input: z.object({ id: z.string().min(1).max(36) }),
  reply: answer(account),
  errors: ['notFound'],
})

export const addCustomer = endpoint({
  call: 'POST /api/Account/AddCustomer',
  summary: 'Adds a customer with their branches',
  access: { pages: ['customerCreate'] },
  input: z.object(newShape(customerFields)).superRefine(refuseDuplicateBranches),
  sentBack: account,
  reply: answer(z.object({ id })),
  errors: ['request.invalid', 'notFound'],
})

export const updateCustomer = endpoint({
  call: 'POST /api/Account/UpdateCustomer',
  summary:
    'Changes a customer; omitted fields stay, but branches missing in a list are deleted. The code cannot change',
  access: { pages: ['customerEdit'] },
  input: z
    .object({ ...changeShape(customerFields), version: version.optional() })
    .superRefine(refuseDuplicateBranches),
  sentBack: account,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed'],
})

export const deleteCustomer = endpoint({
  call: 'GET /api/Account/DeleteCustomer',
  summary: 'Deletes a customer and signs out their users; can be restored',
  access: { pages: ['customerEdit'] },
  transaction: 'write',
  input: z.object({ id: z.string().min(1).max(36) }),
  errors: ['notFound', 'user.oneself'],
})

export const restoreCustomer = endpoint({
  call: 'POST /api/Account/RestoreCustomer',
  summary: 'Restores a deleted customer',
  access: { pages: ['customerEdit'] },
  input: z.object({ id: z.string().min(1).max(36) }),
  errors: ['notFound'],
})

export const getPriceGroups = endpoint({
  call: 'GET /api/Account/GetPriceGroups',
  summary: 'Price groups that have prices or customers',
  access: { pages: ['customers', 'customerCreate', 'customerEdit', 'settings', 'priceRules'] },
  reply: answer(z.array(z.string())),
})

export const getExcludeBrands = endpoint({
  call: 'GET /api/Shop/GetExcludeBrands',
  summary: 'Ids of the brands hidden from a customer. userId: a user of the customer, or the customer itself',
  access: { pages: ['excludeBrands'] },
  input: z.object({ userId: id }),
  reply: answer(z.array(id)),
  errors: ['notFound'],
})

export const postExcludeBrands = endpoint({
  call: 'POST /api/Shop/PostExcludeBrands',
  summary: 'Sets the brands hidden from a customer',
  access: { pages: ['excludeBrands'] },
  input: z.object({ userId: id, brandIds: z.array(id).max(5000) }),
  reply: answer(z.array(id)),
  errors: ['notFound'],
})
