import type { Trytond } from '#test/erp/trytond.ts'
import { type Shop, unknownCodes } from './catalogue.ts'

type State = { state: { waiting: number; dead: number } }
type Transfer = { orderId: string; state: string; error: string }

/** What an answer says; throws where it is a refusal. */
function dataOf<Data>({ status, body }: { status: number; body: { data: Data } }): Data {
  if (status !== 200) throw new Error(`The office was refused: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The orders of a shop that are in this state, as many as a page has. */
async function transfers(shop: Shop, state: string): Promise<Transfer[]> {
  const asked = { state, limit: 200 }
  return dataOf<{ items: Transfer[] }>(await shop.admin.post('/api/Erp/GetTransfers', asked)).items
}

/** How many orders wait, and how many Tryton has refused, over all shops. */
export async function queueOf(shops: Shop[]): Promise<{ waiting: number; dead: number }> {
  const states = await Promise.all(shops.map((shop) => shop.admin.get('/api/Erp/GetLink')))
  const sum = (what: 'waiting' | 'dead') =>
    states.reduce((all, answer) => all + dataOf<State>(answer).state[what], 0)
  return { waiting: sum('waiting'), dead: sum('dead') }
}

/** What somebody in the office does who does not want to wait: has Tryton asked again at once. */
export async function pressTryNow(shops: Shop[]): Promise<void> {
  await Promise.all(shops.map((shop) => shop.admin.post('/api/Erp/TryNow')))
}

/** Sends again what was refused; `andWaiting` also what waits out a pause of its own. */
export async function pressRetry(shops: Shop[], andWaiting: boolean): Promise<number> {
  let queued = 0
  for (const shop of shops) {
    const all = [...(await transfers(shop, 'dead')), ...(andWaiting ? await transfers(shop, 'pending') : [])]
    const ids = all.slice(0, 200).map(({ orderId }) => orderId)
    if (ids.length === 0) continue
    queued += dataOf<{ queued: number }>(await shop.admin.post('/api/Erp/Retry', { ids })).queued
  }
  return queued
}

/** Enters in Tryton what it did not know, as a clerk would. Done twice it is done once. */
export async function mendTryton(tryton: Trytond): Promise<void> {
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
