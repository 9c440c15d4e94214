import type { z } from 'zod'
import type { Account, addCustomer } from '#shared/customers.ts'
import { api, type CallOptions } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'
import type { RemovalCalls } from '../list/removal.tsx'

export type CustomerDraft = Draft<z.input<typeof addCustomer.input>>
export type BranchDraft = CustomerDraft['subCurrAccs'][number]

type Form = ReturnType<typeof useRecordForm<typeof addCustomer.input, unknown>>
export type CustomerForm = Pick<
  Form,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'move' | 'remove'
>

/** By id or code; also loads deleted customers. */
export const getCustomer = (id: string, options?: CallOptions) =>
  api.get('/api/Account/GetCustomerById', { id }, options)

/** Starts with the company's own currency and price group. */
export function newCustomerDraft(): CustomerDraft {
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
    paymentTerms: '',
    creditLimit: null,
    whenOverdue: 'warn',
    taxTreatment: 'domestic',
    subCurrAccs: [],
  }
}

export function draftOf(account: Account): CustomerDraft & { version: number } {
  const { id: _id, isDeleted: _isDeleted, users: _users, excludedBrands: _brands, ...draft } = account
  return draft
}

export const customerRemoval: RemovalCalls = {
  remove: (id) => api.get('/api/Account/DeleteCustomer', { id }),
  restore: (id) => api.post('/api/Account/RestoreCustomer', { id }),
  queryKeys: ['customers', 'customer'],
}
