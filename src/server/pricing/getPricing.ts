import { viewedAccount } from '#server/customers/reach.ts'
import { verb } from '#server/http.ts'
import { dayOf } from '#shared/clock.ts'
import { getPricing } from '#shared/priceRules.ts'

export const pricing = verb(
  getPricing,
  async ({ tx, user, tenant, services, now }, { currAccCode, code }) => {
    const [account, rules] = await Promise.all([
      viewedAccount(tx, user, currAccCode),
      services.priceRules.current(tx),
    ])
    const buyer = {
      accountId: account?.id ?? null,
      priceGroup: account?.priceGroup ?? tenant.priceGroup,
      day: dayOf(now),
    }
    const found = rules.for({ ...buyer, code })
    const isCodeKnown = code !== '' && found.rules.length > rules.for({ ...buyer, code: '' }).rules.length
    return {
      rules: found.rules,
      parents: Object.fromEntries(found.parents),
      quantities: found.quantities,
      ...(code === '' ? {} : { isCodeKnown }),
    }
  },
)
