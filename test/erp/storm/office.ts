import type { Trytond } from '#test/erp/trytond.ts'
import { type Shop, unknownCodes } from './catalogue.ts'

type State = { state: { waiting: number; dead: number } }
type Transfer = { orderId: string; state: string; error: string }

/** @throws if the request was refused */
function dataOf<Data>({ status, body }: { status: number; body: { data: Data } }): Data {
  if (status !== 200) throw new Error(`The office was refused: ${status} ${JSON.stringify(body)}`)
  return body.data
}

async function transfers(shop: Shop, state: string): Promise<Transfer[]> {
  const query = { state, limit: 200 }
  return dataOf<{ items: Transfer[] }>(await shop.admin.post('/api/Erp/GetTransfers', query)).items
}

export async function countQueue(shops: Shop[]): Promise<{ waiting: number; dead: number }> {
  const states = await Promise.all(shops.map((shop) => shop.admin.get('/api/Erp/GetLink')))
  const sum = (what: 'waiting' | 'dead') =>
    states.reduce((all, answer) => all + dataOf<State>(answer).state[what], 0)
  return { waiting: sum('waiting'), dead: sum('dead') }
}

export async function tryNow(shops: Shop[]): Promise<void> {
  await Promise.all(shops.map((shop) => shop.admin.post('/api/Erp/TryNow')))
}

/** With `andWaiting` also those waiting for a retry. */
export async function retryTransfers(shops: Shop[], andWaiting: boolean): Promise<number> {
  let queued = 0
  for (const shop of shops) {
    const all = [...(await transfers(shop, 'dead')), ...(andWaiting ? await transfers(shop, 'pending') : [])]
    const ids = all.slice(0, 200).map(({ orderId }) => orderId)
    if (ids.length === 0) continue
    queued += dataOf<{ queued: number }>(await shop.admin.post('/api/Erp/Retry', { ids })).queued
  }
  return queued
}

/** Idempotent. */
export async function addMissingRecords(tryton: Trytond): Promise<void> {
  const ids = async (model: string, condition: unknown[]) =>
    (await tryton.call(`model.${model}.search`, [condition], 0, null, null)) as number[]
  const [[unit], [category]] = await Promise.all([
    ids('product.uom', ['name', '=', 'Unit']),
    ids('product.category', ['name', '=', 'KDV 20']),
  ])
  for (const code of unknownCodes) {
    if ((await ids('product.product', ['code', '=', code])).length > 0) continue
    await tryton.call('model.product.template.create', [
      {
        name: `Storm ${code}`,
        type: 'goods',
        default_uom: unit,
        salable: true,
        sale_uom: unit,
        list_price: { __class__: 'Decimal', decimal: '10' },
        account_category: category,
        products: [['create', [{ suffix_code: code }]]],
      },
    ])
  }
  if ((await ids('party.address', ['party.code', '=', '120.03'])).length > 0) return
  const [party] = await ids('party.party', ['code', '=', '120.03'])
  await tryton.call('model.party.address.create', [{ party, street: 'Sonradan 1', city: 'Izmir' }])
}
