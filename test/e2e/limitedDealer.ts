import { addCustomer, ask, type Client, signedInClient } from './apiClient.ts'
import { addPerson } from './people.ts'

/** Adds a dealer of a new customer whose credit limit is so low that each order waits. */
export async function addLimitedDealer(admin: Client) {
  const { currAccCode } = await addCustomer(admin, 'Limit', 'CB')
  const { data } = await ask<{ data: object }>(admin, `/api/Account/GetCustomerById?id=${currAccCode}`)
  await ask(admin, '/api/Account/UpdateCustomer', { ...data, version: undefined, creditLimit: 1 })
  const person = await addPerson('default', { roles: ['customer'], currAccCode })
  return { person, currAccCode, dealer: await signedInClient('default', person.username, person.password) }
}
