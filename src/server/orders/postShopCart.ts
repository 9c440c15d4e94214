import { type Call, verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { admitCode } from '#server/pricing/campaignTries.ts'
import { viewersRules } from '#server/pricing/getPricing.ts'
import { Refusal } from '#shared/errors.ts'
import { placeOrder as endpoint, type PlaceOrderInput } from '#shared/orders/orders.ts'
import { amendOrder } from './amendOrder.ts'
import { isSeller } from './holds.ts'

/** Places an order or, with a version, amends it. Guests give their contact data and can only place. */
export const postShopCart = verb(endpoint, async (call, input) => {
  const { language, services, tenant, user, now } = call
  const [defaultLanguage = 'tr'] = tenant.languages
  const mails = { language, defaultLanguage }
  const jobs = { tenant, waker: services.jobs }
  refuseDiscounts(call, input)
  if (input.campaignCode !== '') await refuseGuessedCode(call, input)
  const { version, guest } = input
  const common = { input, now, address: call.request.ip, mails, ...jobs }
  if (!user) {
    if (version !== undefined) throw new Refusal('session.required')
    if (!guest) refuseFields(language, { guest: 'field.required' })
    return services.placing.place(tenant.id, { ...common, user, guest })
  }
  if (!input.currAccCode) refuseFields(language, { currAccCode: 'field.required' })
  if (version === undefined) return services.placing.place(tenant.id, { ...common, user })
  return call.inTenant('write', (tx) =>
    amendOrder({ ...call, tx, user, mails, priceRules: services.priceRules, ...jobs }, { ...input, version }),
  )
})

/** A refused price would tell what a code opens. */
async function refuseGuessedCode(
  call: Call<typeof endpoint>,
  { campaignCode, currAccCode }: PlaceOrderInput,
): Promise<void> {
  await admitCode(call, campaignCode, () =>
    call.inTenant('read', async (tx) => {
      const rulesWith = await viewersRules({ ...call, tx }, currAccCode || undefined)
      return rulesWith(campaignCode).isCodeKnown
    }),
  )
}

/** Only who sells gives discounts, and says why where the office wants it. */
function refuseDiscounts({ user, tenant, language }: Call<typeof endpoint>, input: PlaceOrderInput): void {
  const { discount = 0, discountReason = '', version } = input
  const isGiven = discount > 0 || input.lines.some((line) => (line.discount ?? 0) > 0)
  if (!isGiven) return
  if (!isSeller(user)) throw new Refusal('permission.denied')
  // An amended order may keep its reason.
  const mayBeOmitted = version !== undefined && input.discountReason === undefined
  if (tenant.discountReasonRequired && !discountReason && !mayBeOmitted)
    refuseFields(language, { discountReason: 'field.required' })
}
