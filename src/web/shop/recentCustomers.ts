import type { Customer } from '#shared/customers/customers.ts'
import { readOwn, writeOwn } from './ownStorage.ts'

const storageName = 'customers'
const maxCustomers = 8

const isCustomer = (value: unknown): value is Customer =>
  typeof value === 'object' &&
  value !== null &&
  ['currAccCode', 'currAccDescription', 'currencyCode', 'priceGroup', 'salesPersonCode'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  )

/** Newest first. */
export const readRecentCustomers = (): Customer[] => readOwn(storageName, isCustomer)

export function rememberCustomer(customer: Customer): void {
  const others = readRecentCustomers().filter((one) => one.currAccCode !== customer.currAccCode)
  writeOwn(storageName, [customer, ...others].slice(0, maxCustomers))
}

/** The name if ordered for here, else the code. */
export function nameOfCustomer(code: string): string {
  const known = readRecentCustomers().find((one) => one.currAccCode === code)
  return known?.currAccDescription ?? code
}
