import { expect, test } from 'vitest'
import type { Statement } from '#server/db/statement.ts'
import { productFacets } from './facets.ts'
import { categoryProducts } from './products.ts'

type Sent = { text: string; count: number }

const tenant = { priceGroup: 'CB', currencyCode: 'TRY', attributes: [], newDays: 30 }
const id = '01900000-0000-7000-8000-000000000001'

/** The statement and how many parameters it gets, the tenant's id included. */
async function sentBy(read: (call: never) => Promise<unknown>): Promise<Sent> {
  const sent: Sent[] = []
  const query = async ({ text }: Statement, ...values: unknown[]) => {
    sent.push({ text, count: values.length + 1 })
    return []
  }
  await read({ tx: { query }, user: undefined, tenant, now: new Date() } as never).catch(() => undefined)
  const [only] = sent
  if (!only || sent.length > 1) throw new Error(`${sent.length} statements were sent`)
  return only
}

const unnamed = ({ text, count }: Sent) =>
  Array.from({ length: count }, (_, at) => at + 1).filter(
    (number) => !new RegExp(`\\$${number}\\b`).test(text),
  )

/** All combinations of one choice of each. */
function combinations(choices: Record<string, unknown>[][]): Record<string, unknown>[] {
  return choices.reduce<Record<string, unknown>[]>(
    (all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))),
    [{}],
  )
}

const facets = combinations([
  [{}, { brandIds: [id] }],
  [{}, { categoryIds: [id] }],
  [{}, { attributes: { attribute01: ['Pamuk'] } }],
  [{}, { inStock: true }, { isNew: true, onOffer: true, colors: ['Siyah'], sizes: ['M'] }],
  [{}, { priceFrom: 10, currencyCode: 'TRY' }, { priceFrom: 10, priceTo: 20, currencyCode: 'TRY' }],
])
const filters = combinations([
  [{}, { brandId: id }],
  [{}, { categoryId: id }],
  [{}, { itemCode: 'A1' }, { itemCode: 'A1', colorCode: '10' }],
  [{}, { searchText: 'elb' }, { searchText: 'kırmızı elbise' }],
  [{ orderType: 'Rpt' }, { orderType: 'Season', byItem: true }],
  [{}, ...facets.map((chosen) => ({ facets: chosen }))],
])

test('PostgreSQL refuses a parameter that a statement does not name: none has one', async () => {
  const sorts = ['match', 'itemCode', 'newest', 'name', 'priceAsc', 'priceDesc']
  expect(filters).toHaveLength(2 * 2 * 3 * 3 * 2 * (1 + 2 * 2 * 2 * 3 * 3))
  for (const filter of filters) {
    const facetsSent = await sentBy(async (call) => productFacets.run(call, filter as never))
    expect({ filter, unnamed: unnamed(facetsSent) }).toEqual({ filter, unnamed: [] })
    for (const sort of sorts) {
      const input = { ...filter, sort, page: 2, limit: 24 }
      const listSent = await sentBy(async (call) => categoryProducts.run(call, input as never))
      expect({ input, unnamed: unnamed(listSent) }).toEqual({ input, unnamed: [] })
    }
  }
})
