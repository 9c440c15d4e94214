import { save as saveDraft } from '#server/carts/saveDraft.ts'
import { commitTexts } from '#server/catalogue/texts/writeTexts.ts'
import { operatorActor } from '#server/changes/record.ts'
import { writeReported } from '#server/customers/balances/writeReported.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { returnLocked } from '#server/orders/heldOrders.ts'
import { lockAnyOrder } from '#server/orders/lockOrder.ts'
import { placeOrder } from '#server/orders/placeOrder.ts'
import { quantityRules } from '#server/pricing/quantityRules.ts'
import { openPriceRules } from '#server/pricing/tenantRules.ts'
import { readTenant } from '#server/tenancy/tenants.ts'
import { type User, viewedJson } from '#server/users/session.ts'
import { addDays, dayOf } from '#shared/clock.ts'
import type { DocumentKind } from '#shared/customers/reported.ts'
import { saveQuantityRule } from '#shared/pricing/quantityRules.ts'
import type { Language } from '#shared/tenancy.ts'
import { guidKeyOf, type Offer, readOffers } from './orders.ts'
import type { DemoTenant } from './tenants.ts'

/** What the demo shows of limits, minimums and what waits. Amounts are in the tenant's currency. */
type Dealings = {
  /** How much of the tenant's currency one unit is worth. */
  rates: Record<string, number>
  /** How much the user `dealer` may owe. */
  limit: number
  terms: string
  /** Days ago, days until due, amount and what of it is open. */
  documents: [kind: DocumentKind, daysAgo: number, term: number | null, amount: number, open: number][]
  /** Pieces of this brand that an order has at least. */
  minimum: { brand: string; pieces: number }
  banner: Partial<Record<Language, string>> & { tr: string }
  bannerPath: string
  /** Why the dealer wants fewer all the same. */
  overrideReason: string
  /** Why the office has sent an order of the dealer back, in their language. */
  returnedNote: string
  draftName: string
}

const dealingsOf: Partial<Record<DemoTenant['key'], Dealings>> = {
  default: {
    rates: { EUR: 56.4, USD: 48.6 },
    limit: 1_500_000,
    terms: '60 gün',
    documents: [
      ['invoice', 64, 60, 96_400, 21_750],
      ['invoice', 33, 60, 118_900, 118_900],
      ['payment', 20, null, -74_650, 0],
      ['invoice', 9, 60, 41_300, 41_300],
    ],
    minimum: { brand: 'Tezgora', pieces: 12 },
    banner: {
      tr: 'Kış kampanyası: sepete 2027 kodunu yazın, %4 indirim alın',
      en: 'Winter campaign: enter the code 2027 in the cart for 4% off',
      ru: 'Зимняя акция: введите в корзине код 2027 и получите скидку 4 %',
    },
    bannerPath: '/shop/products?isNew=1',
    overrideReason: 'Önce birkaç parça denemek istiyoruz',
    returnedNote: 'Tezgora’da en az 12 parça gönderebiliyoruz. Birkaç parça daha ekler misiniz?',
    draftName: 'Kış seçkisi',
  },
  'tf-it': {
    rates: { TRY: 0.0177, USD: 0.862 },
    limit: 40_000,
    terms: '60 giorni',
    documents: [
      ['invoice', 70, 60, 4820, 1340],
      ['payment', 31, null, -3480, 0],
      ['invoice', 22, 60, 6100, 6100],
    ],
    minimum: { brand: 'Trikonda', pieces: 12 },
    banner: {
      tr: 'Yeni sezon trikolar geldi',
      en: 'The new season’s knitwear is here',
      ru: 'Трикотаж нового сезона уже здесь',
      it: 'È arrivata la maglieria della nuova stagione',
      ar: 'وصلت تريكو الموسم الجديد',
    },
    bannerPath: '/shop/products?isNew=1',
    overrideReason: 'Vorremmo prima provarne pochi',
    returnedNote: 'Di Trikonda spediamo almeno 12 capi. Puoi aggiungerne qualcuno?',
    draftName: 'Selezione inverno',
  },
}

const readUsers = prepared(`
  select u.id, u.id as "sessionId", u.username, u.roles, u.roles as "allRoles", u.agent_id as "agentId",
         '[]'::json as auths, '[]'::json as "pageAuths", false as "owesSecondFactor",
         case when a.id is not null then ${viewedJson('a')} end as account, g.code as "agentCode"
  from users u
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id
  left join agents g on g.tenant_id = $1 and g.id = coalesce(u.agent_id, a.agent_id)
  where u.tenant_id = $1 and u.username_key = any (array['admin', 'agent', 'dealer']) and u.deleted_at is null
  order by u.username_key`)
const readBrand = prepared('select id from brands where tenant_id = $1 and name = $2')
const findRates = prepared('select from exchange_rates where tenant_id = $1 limit 1')
const addRates = prepared(`
  insert into exchange_rates (tenant_id, base_code, currency_code, rate, entered_at, entered_by)
  select $1, $2, r.key, r.value::numeric, $3, $4 from jsonb_each_text($5::jsonb) r`)
const setSettings = prepared(`
  update tenant_settings set customer_cancel_minutes = 60, banner_text = $2, banner_path = $3 where tenant_id = $1`)
const setLimit = prepared(`
  update accounts set credit_limit = $3, payment_terms = $4 where tenant_id = $1 and id = $2 returning currency_code as currency`)
const findSecond = prepared(`
  select a.id, a.code, a.currency_code as currency, a.price_group as "priceGroup" from accounts a
  where a.tenant_id = $1 and a.agent_id = $2 and a.id <> $3 and a.currency_code = $4 order by a.code limit 1`)
const findOrder = prepared('select id, state from orders where tenant_id = $1 and guid_key = $2')

const linesOf = (all: Offer[], count: number, qty: number) =>
  all.slice(0, count).map(({ id, amount, currency }) => ({
    productId: id,
    qty,
    unitPrice: amount / 100,
    priceCurrencyCode: currency,
  }))

type DemoUser = User & { agentCode: string }
type Second = { id: string; code: string; currency: string; priceGroup: string }

/** After the demo's orders and rules. Each step is repeatable. */
export async function addDemoDealings(
  database: Database,
  tenantId: string,
  { key, languages }: Pick<DemoTenant, 'key' | 'languages'>,
): Promise<void> {
  const dealings = dealingsOf[key]
  if (!dealings) return
  const tenant = await readTenant(database, tenantId)
  const now = new Date()
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
  const users = await write((tx) => tx.query<DemoUser>(readUsers))
  const [admin, agent, dealer] = users
  if (!admin || !agent || !dealer?.account) throw new Error('The demo has no users')
  const dealersAccount = dealer.account
  const second = await write(async (tx) => {
    const asked = [agent.agentId, dealersAccount.id, dealersAccount.currencyCode]
    const [found] = await tx.query<Second>(findSecond, ...asked)
    if (!found) throw new Error('The demo agent has one customer only')
    if ((await tx.query(findRates)).length > 0) return found
    await tx.query(addRates, tenant.currencyCode, now, admin.id, JSON.stringify(dealings.rates))
    await tx.query(setSettings, dealings.banner.tr, dealings.bannerPath)
    await translateBanner(tx, dealings, languages, now)
    await addLimits(tx, dealings, { dealer: dealersAccount, second: found, timeZone: tenant.timeZone, now })
    await addMinimum(tx, dealings, now)
    return found
  })
  const offers = await write((tx) => tx.query<Offer>(readOffers))
  const priceRules = openPriceRules()
  const [brand] = await write((tx) => tx.query<{ id: string }>(readBrand, dealings.minimum.brand))
  const place = async (
    user: DemoUser,
    name: string,
    account: { code: string },
    lines: ReturnType<typeof linesOf>,
  ) => {
    const guidKey = guidKeyOf(tenantId, name)
    const [placed] = await write((tx) => tx.query<{ id: string; state: string }>(findOrder, guidKey))
    if (placed) return placed
    const input = {
      guidKey,
      orderType: 'Season' as const,
      currAccCode: account.code,
      salesPersonCode: user.agentCode,
      description: '',
      campaignCode: '',
      overrideReason: user === dealer ? dealings.overrideReason : '',
      lines,
    }
    const asked = { user, now, address: '', input, tenant }
    const { orderId, hold = [] } = await write((tx) => placeOrder(tx, priceRules, asked))
    if (hold.length === 0) throw new Error(`The demo's order "${name}" does not wait for the office`)
    return { id: orderId, state: 'review' }
  }
  const inCurrency = ({ currencyCode, priceGroup }: { currencyCode: string; priceGroup: string }) =>
    offers.filter((offer) => offer.currency === currencyCode && offer.priceGroup === priceGroup)
  const secondsOffers = inCurrency({ ...second, currencyCode: second.currency })
  await place(agent, 'held', second, linesOf(secondsOffers, 10, 12))
  const ofBrand = offers.filter(
    (offer) => offer.brand === brand?.id && offer.priceGroup === dealersAccount.priceGroup,
  )
  const single = ofBrand.filter(({ pieces }) => pieces === 1)
  const own = await place(dealer, 'returned', dealersAccount, linesOf(single, 2, 3))
  if (own.state === 'review') {
    await write(async (tx) =>
      returnLocked(
        { tx, user: admin, tenant, now, request: { ip: '' }, services: {} },
        await lockAnyOrder(tx, own.id),
        dealings.returnedNote,
      ),
    )
  }
  await write((tx) =>
    saveDraft(
      { tx, user: agent, language: tenant.mainLanguage, now },
      {
        id: guidKeyOf(tenantId, 'draft'),
        name: dealings.draftName,
        isShared: true,
        orderType: 'Rpt',
        currAccCode: dealersAccount.code,
        salesPersonCode: agent.agentCode,
        description: '',
        campaignCode: '',
        customerOrderNumber: '',
        discount: 0,
        discountReason: '',
        overrideReason: '',
        lines: linesOf(inCurrency(dealersAccount).slice(40), 6, 2),
      },
    ),
  )
}

async function translateBanner(
  tx: Tx,
  { banner: { tr: source, ...others } }: Dealings,
  languages: readonly string[],
  at: Date,
): Promise<void> {
  const spoken = Object.entries(others).filter(([language]) => languages.includes(language))
  const translations = [{ kind: 'banner' as const, source, texts: Object.fromEntries(spoken) }]
  await commitTexts(tx, { source: 'form', translations, actor: operatorActor, at })
}

type Parties = {
  dealer: { id: string; currencyCode: string }
  second: Second
  timeZone: string
  now: Date
}

/** The dealer has room left; the other customer has next to none. */
async function addLimits(
  tx: Tx,
  { limit, terms, documents }: Dealings,
  { dealer, second, timeZone, now }: Parties,
): Promise<void> {
  const today = dayOf(now, timeZone)
  await tx.query(setLimit, dealer.id, limit, terms)
  await tx.query(setLimit, second.id, limit / 10, terms)
  const { currencyCode } = dealer
  const own = documents.map(([kind, daysAgo, term, amount, open], index) => ({
    key: `demo ${index + 1}`,
    kind,
    number: `${kind === 'payment' ? 'T' : 'F'}2026-${String(412 + 37 * index)}`,
    issuedOn: addDays(today, -daysAgo),
    dueOn: term === null ? null : addDays(today, term - daysAgo),
    currencyCode,
    amountMinor: amount * 100,
    openMinor: open * 100,
    description: '',
  }))
  const balance = (amount: number, currency: string) => ({
    asOf: now.toISOString(),
    amounts: [
      { currencyCode: currency, balanceMinor: amount * 100, overdueMinor: null, openOrdersMinor: null },
    ],
  })
  const owed = documents.reduce((sum, [, , , , open]) => sum + open, 0)
  await writeReported(
    tx,
    [
      { accountId: dealer.id, balances: balance(owed, currencyCode), documents: own },
      { accountId: second.id, balances: balance(Math.round(limit / 11), second.currency) },
    ],
    { source: 'file', now },
  )
}

async function addMinimum(tx: Tx, { minimum: { brand, pieces } }: Dealings, now: Date): Promise<void> {
  const [found] = await tx.query<{ id: string }>(readBrand, brand)
  const rule = saveQuantityRule.input.parse({
    target: 'brand',
    brandId: found?.id,
    audience: 'everybody',
    measure: 'pieces',
    minimum: pieces,
    mayOverride: true,
  })
  await quantityRules.write(tx, [quantityRules.columnsOf(newId(), rule, null)], now)
}
