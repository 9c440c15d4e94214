import { callOnce, requestOf, wait } from './load.ts'
import type { Shop } from './seed.ts'
import type { ServerChild } from './serverChild.ts'

/** Enough for the largest catalogue measured. */
export const memoryMb = 4000
/** No catalogue fits, so all is read from SQL; users are kept. */
export const usersOnlyMb = 0.001

const timeoutSeconds = 600

export const firstListing = (shop: Shop) =>
  requestOf(shop, {
    method: 'POST',
    url: '/api/Shop/GetCategoryProducts',
    payload: { orderType: 'Rpt', limit: 24, page: 1 },
  })

/** Calls until a list comes without the database. Returns seconds since the first call. */
export async function loadCatalogue(child: ServerChild, shop: Shop): Promise<number> {
  const started = performance.now()
  await child.transactions()
  for (;;) {
    const { status, wire } = await callOnce(child.port, firstListing(shop))
    if (status !== 200) throw new Error(wire.toString())
    const seconds = (performance.now() - started) / 1000
    if ((await child.transactions()).every(({ sent }) => sent.length === 0)) return seconds
    if (seconds > timeoutSeconds) throw new Error('The catalogue does not get into memory')
    await wait(0.05)
  }
}
