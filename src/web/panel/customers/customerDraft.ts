import type { z } from 'zod'
import type { Account, addCustomer } from '#shared/customers.ts'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../form/draft.ts'

export type CustomerDraft = Draft<z.input<typeof addCustomer.input>>
export type BranchDraft = CustomerDraft['subCurrAccs'][number]

/** A customer by id or code, deleted or not. */
export async function fetchCustomer(id: string, options: { signal?: AbortSignal } = {}): Promise<Account> {
  return (await api.get('/api/Account/GetCustomerById', { id }, options)).data
}

/** What a new customer's form starts with: the company's own prices. */
export function newCustomer(): CustomerDraft {
  return {
    currAccCode: '',
    currAccDescription: '',
    email: '',
    phone: '',
    taxNumber: '',
    taxOffice: '',
    address: '',
    city: '',
    country: '',
    currencyCode: settings.currencyCode,
    priceGroup: settings.priceGroup,
    salesPersonCode: '',
    isBlocked: false,
    subCurrAccs: [],
  }
}

/** A customer as their form shows them. */
export function draftOf(account: Account): CustomerDraft & { version: number } {
  const { id: _id, isDeleted: _isDeleted, users: _users, excludedBrands: _brands, ...draft } = account
  return draft
}
