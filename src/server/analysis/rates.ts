import { actorOf, recordChange } from '#server/changes/record.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { type EnteredRate, getRates, saveRates } from '#shared/pricing/rates.ts'

const findRates = prepared(`
  select r.currency_code as currency, r.rate::float8 as rate, ${isoTime('r.entered_at')} as "enteredAt",
         coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as "enteredBy"
  from exchange_rates r
  join users u on u.tenant_id = $1 and u.id = r.entered_by
  where r.tenant_id = $1 and r.base_code = $2 order by r.currency_code`)

const readEntered = (tx: Tx, base: string) => tx.query<EnteredRate>(findRates, base)

export const readRates = verb(getRates, async ({ tx, tenant }) => {
  const currency = tenant.currencyCode
  return { currency, rates: await readEntered(tx, currency) }
})

// Serializes saves, for correct change records.
const lockTenant = prepared(`select tenant_id from tenant_settings where tenant_id = $1 for no key update`)
const remove = prepared(`
  delete from exchange_rates where tenant_id = $1 and base_code = $2 and currency_code = any($3)`)
const write = prepared(`
  insert into exchange_rates (tenant_id, base_code, currency_code, rate, entered_at, entered_by)
  select $1, $2, g.currency, g.rate, $3, $4
  from unnest($5::text[], $6::numeric[]) g (currency, rate)
  on conflict (tenant_id, base_code, currency_code) do update
    set rate = excluded.rate, entered_at = excluded.entered_at, entered_by = excluded.entered_by`)

/** Re-entering the same rate renews its date. */
export const enterRates = verb(saveRates, async (call, given) => {
  const { tx, tenant, user, now } = call
  const base = tenant.currencyCode
  if (given.currency !== base) throw new Refusal('record.changed')
  const rates = new Map(given.rates.map(({ currency, rate }) => [currency, rate]))
  if (rates.has(base) || rates.size < given.rates.length) throw new Refusal('request.invalid')
  const [, before] = await Promise.all([tx.query(lockTenant), readEntered(tx, base)])
  const entered = [...rates].flatMap(([currency, rate]) => (rate === null ? [] : [{ currency, rate }]))
  const removed = [...rates.keys()].filter((currency) => rates.get(currency) === null)
  await tx.query(remove, base, removed)
  const [currencies, values] = [entered.map((one) => one.currency), entered.map((one) => one.rate)]
  await tx.query(write, base, now, user.id, currencies, values)
  await recordChange(tx, actorOf(call), now, {
    subject: 'settings',
    subjectName: tenant.displayName,
    action: 'changed',
    before: { exchangeRates: textOf(before) },
    after: { exchangeRates: textOf(await readEntered(tx, base)) },
  })
})

/** 'EUR 48.5, USD 41.25'. */
const textOf = (rates: EnteredRate[]) => rates.map(({ currency, rate }) => `${currency} ${rate}`).join(', ')
