import type { Customer } from '#shared/customers.ts'
import { readOwn, writeOwn } from './ownStorage.ts'

const name = 'customers'
const most = 8

const isCustomer = (value: unknown): value is Customer =>
  typeof value === 'object' &&
  value !== null &&
  ['currAccCode', 'currAccDescription', 'currencyCode', 'priceGroup', 'salesPersonCode'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  )

/** Whom this user has ordered for here, the last one first. */
export const readRecentCustomers = (): Customer[] => readOwn(name, isCustomer)

export function rememberCustomer(customer: Customer): void {
  const others = readRecentCustomers().filter((one) => one.currAccCode !== customer.currAccCode)
  writeOwn(name, [customer, ...others].slice(0, most))
}

/** The name of a customer who was ordered for here, else the code. */
export function nameOfCustomer(code: string): string {
  const known = readRecentCustomers().find((one) => one.currAccCode === code)
  return known?.currAccDescription ?? code
}
