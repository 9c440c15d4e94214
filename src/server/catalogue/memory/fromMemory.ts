import { reachableAccount, reachOf } from '#server/customers/reach.ts'
import type { FromMemory, MemoryCall } from '#server/http/http.ts'
import type { JsonBytes } from '#server/http/jsonBytes.ts'
import { accountOfGuests, buyerOf, hasGuestsRules } from '#server/pricing/getPricing.ts'
import type { TenantRules } from '#server/pricing/tenantRules.ts'
import type { Viewed } from '#server/users/session.ts'
import type * as calls from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import type { Rules } from '#shared/pricing/pricing.ts'
import { newSince } from '../newProducts.ts'
import { asksPrices } from '../shownPrices.ts'
import { translatedInto } from '../texts/texts.ts'
import * as answers from './answers.ts'
import type { Catalogue } from './catalogue.ts'
import type { Viewer } from './matches.ts'

export const home: FromMemory<typeof calls.getShopHome> = (call, input) =>
  withCatalogue(call, input, (catalogue, viewer) => answers.homeFromMemory(catalogue, viewer, input.byItem))

export const colors: FromMemory<typeof calls.getColors> = (call) =>
  withCatalogue(call, {}, answers.colorsFromMemory)

export const list: FromMemory<typeof calls.getCategoryProducts | typeof calls.getProductsBySearch> = (
  call,
  input,
) =>
  withCatalogue(call, { ...input, asksPrices: asksPrices(input) }, (catalogue, viewer) =>
    answers.listFromMemory(catalogue, viewer, input),
  )

export const facets: FromMemory<typeof calls.getProductFacets> = (call, input) =>
  withCatalogue(call, { ...input, asksPrices: true }, (catalogue, viewer) =>
    answers.facetsFromMemory(catalogue, viewer, call.tenant, input),
  )

export const ids: FromMemory<typeof calls.getProductsByIds> = (call, input) =>
  withCatalogue(call, input, (catalogue, viewer) =>
    input.rulePrices ? undefined : answers.idsFromMemory(catalogue, viewer, input.ids),
  )

export const barcode: FromMemory<typeof calls.getProductByBarcode> = (call, input) =>
  withCatalogue(call, input, (catalogue, viewer) =>
    input.rulePrices ? undefined : answers.barcodeFromMemory(catalogue, viewer, input.barcode),
  )

type Asked = { currAccCode?: string | undefined; orderType?: OrderType; asksPrices?: boolean }
type Read = (catalogue: Catalogue, viewer: Viewer) => JsonBytes | undefined

/** Account and rules are read before the catalogue, which may not be held across a wait. */
function withCatalogue(call: MemoryCall<'shop'>, asked: Asked, read: Read): ReturnType<FromMemory<never>> {
  const account = viewedAccount(call, asked.currAccCode)
  if (account instanceof Promise) return account.then((found) => withRules(call, asked, found, read))
  return withRules(call, asked, account, read)
}

function withRules(
  call: MemoryCall<'shop'>,
  asked: Asked,
  account: Viewed | undefined,
  read: Read,
): ReturnType<FromMemory<never>> {
  const rules = asked.asksPrices && call.tenant.hasPriceRules ? viewersRules(call, account) : undefined
  if (rules instanceof Promise)
    return rules.then((found) => answer(call, asked, { account, rules: found }, read))
  return answer(call, asked, { account, rules }, read)
}

/** As in pricing/getPricing.ts, with accounts and rules kept in memory. */
function viewersRules(call: MemoryCall<'shop'>, viewed: Viewed | undefined): Rules | Promise<Rules> {
  const { services, tenant, user, inTenant } = call
  const guests = hasGuestsRules(user, tenant)
    ? services.users.account(tenant.id, 'guests', () => inTenant('read', (tx) => accountOfGuests(tx, tenant)))
    : undefined
  const version = services.database.freshness.now(tenant.id, 'pricing')
  const known = version === undefined ? undefined : services.priceRules.known(tenant.id, version)
  const rulesFor = (rules: TenantRules, found: Viewed | undefined) =>
    rules.for({ ...buyerOf({ tenant, now: new Date() }, { viewed, guests: found }), code: '' }).index
  if (known && !(guests instanceof Promise)) return rulesFor(known, guests)
  const reading = known ?? inTenant('read', (tx) => services.priceRules.current(tx))
  return Promise.all([reading, guests]).then(([rules, found]) => rulesFor(rules, found))
}

type Buyers = { account: Viewed | undefined; rules: Rules | undefined }

function answer(
  { services, tenant, language }: MemoryCall<'shop'>,
  { orderType = 'Rpt' }: Asked,
  { account, rules }: Buyers,
  read: Read,
): ReturnType<FromMemory<never>> {
  const viewer = {
    priceGroup: account?.priceGroup ?? tenant.priceGroup,
    orderType,
    tenantCurrency: tenant.currencyCode,
    ownCurrency: account?.currencyCode ?? tenant.currencyCode,
    excludedBrandIds: account?.excludedBrandIds ?? [],
    newSince: newSince(tenant, new Date()),
    rules: rules?.isEmpty ? undefined : rules,
  }
  const into = translatedInto(tenant, language)
  const answerFrom = (catalogue: Catalogue) =>
    read(catalogue, { ...viewer, reader: into && catalogue.names.reader(into) })
  const catalogue = services.catalogues.current(tenant.id, into)
  if (catalogue instanceof Promise) return catalogue.then((found) => found && answerFrom(found))
  return catalogue && answerFrom(catalogue)
}

/** As in customers/reach.ts, with accounts kept in memory. */
function viewedAccount(
  { user, services, tenant, inTenant }: MemoryCall<'shop'>,
  code: string | undefined,
): Viewed | undefined | Promise<Viewed> {
  if (!user) {
    if (code) throw new Refusal('notFound')
    return undefined
  }
  const reach = reachOf(user)
  if (!code) return reach.accountId === null ? undefined : (user.account ?? undefined)
  if (user.account?.code === code && reach.accountId === user.account.id) return user.account
  return services.users.account(tenant.id, `${reach.agentId} ${reach.accountId} ${code}`, () =>
    inTenant('read', (tx) => reachableAccount(tx, user, code)),
  )
}
