import type { addCustomer } from '#shared/customers.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

type Form = ReturnType<typeof useRecordForm<typeof addCustomer.input, unknown>>

export type CustomerForm = Pick<
  Form,
  'text' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'move' | 'remove'
>
