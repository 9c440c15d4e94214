import { verb } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { placeOrder as endpoint } from '#shared/orders.ts'
import { amendOrder } from './amendOrder.ts'

/** Places an order or, with a version, amends it. Guests give their contact data and can only place. */
export const postShopCart = verb(endpoint, async (call, input) => {
  const { language, services, tenant, user, now } = call
  const [defaultLanguage = 'tr'] = tenant.languages
  const mails = { language, defaultLanguage }
  const jobs = { toErp: tenant.transferEnabled, waker: services.jobs }
  const { version, guest } = input
  const common = { input, now, address: call.request.ip, mails, ...jobs }
  if (!user) {
    if (version !== undefined) throw new Refusal('session.required')
    if (!guest) refuseFields(language, { guest: 'field.required' })
    return services.placing.place(tenant.id, { ...common, user, guest, tenant })
  }
  if (!input.currAccCode) refuseFields(language, { currAccCode: 'field.required' })
  if (version === undefined) return services.placing.place(tenant.id, { ...common, user })
  return call.inTenant('write', (tx) =>
    amendOrder({ ...call, tx, user, mails, priceRules: services.priceRules, ...jobs }, { ...input, version }),
  )
})
