import { adminToken, call } from './people.ts'

/** Returns the customer's name. */
export async function addCustomerWithoutBrand(brandId: string): Promise<string> {
  const token = await adminToken('default')
  const code = `W-${Date.now().toString(36)}`
  const name = `Without ${code}`
  const fields = { currAccCode: code, currAccDescription: name, currencyCode: 'TRY', priceGroup: 'CB' }
  const { data } = await call<{ data: { id: string } }>('default', '/api/Account/AddCustomer', fields, token)
  await call('default', '/api/Shop/PostExcludeBrands', { userId: data.id, brandIds: [brandId] }, token)
  return name
}
