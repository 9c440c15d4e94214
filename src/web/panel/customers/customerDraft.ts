import type { z } from 'zod'
import { addCustomer } from '#shared/customers/customers.ts'
import { api, type CallOptions } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import { type Draft, newDraft } from '../form/draft.ts'
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
export const newCustomerDraft = (): CustomerDraft => ({
  ...newDraft(addCustomer.input),
  currencyCode: settings.currencyCode,
  priceGroup: settings.priceGroup,
  taxTreatment: 'domestic',
})

export const customerRemoval: RemovalCalls = {
  remove: (id) => api.get('/api/Account/DeleteCustomer', { id }),
  restore: (id) => api.post('/api/Account/RestoreCustomer', { id }),
  queryKeys: ['customers', 'customer'],
}
