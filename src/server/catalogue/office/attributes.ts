import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import {
  type AttributeSetting,
  allAttributes,
  getAttributes,
  saveAttributes,
} from '#shared/catalogue/attributes.ts'
import type { AttributeName } from '#shared/catalogue/listing.ts'
import { Refusal } from '#shared/errors.ts'
import type { Language } from '#shared/tenancy.ts'

type Stored = { attributes: AttributeSetting[]; version: number }

const columns = 'attributes, attributes_version as version'
const readSettings = prepared(`select ${columns} from tenant_settings where tenant_id = $1`)
const lockSettings = prepared(`select ${columns} from tenant_settings where tenant_id = $1 for no key update`)

const readValues = prepared(`
  select name, sum(count)::int as "productCount",
         coalesce(array_agg(value order by place) filter (where place <= 4), '{}') as examples
  from (
    select 'attribute' || left(entry, 2) as name, substr(entry, 3) as value, count(*) as count,
           row_number() over (partition by left(entry, 2) order by count(*) desc, entry) as place
    from products p cross join unnest(p.facet_values) entry
    where p.tenant_id = $1 and p.deleted_at is null group by entry) counted
  group by name`)
type Values = { name: AttributeName; productCount: number; examples: string[] }

export const readAttributes = verb(getAttributes, async ({ tx }) => {
  const [stored, values] = await Promise.all([settingsBy(tx, readSettings), tx.query<Values>(readValues)])
  const valuesOf = new Map(values.map((one) => [one.name, one]))
  const attributes = allAttributes(stored.attributes).map((attribute) => {
    const { productCount = 0, examples = [] } = valuesOf.get(attribute.name) ?? {}
    return { ...attribute, productCount, examples }
  })
  return { attributes, version: stored.version }
})

/** Stores attribute settings; the caller has checked permission. */
export async function keepAttributes(tx: Tx, attributes: AttributeSetting[]): Promise<void> {
  await tx.query(writeSettings, JSON.stringify(attributes))
}
const writeSettings = prepared(
  `update tenant_settings set attributes = $2, attributes_version = attributes_version + 1 where tenant_id = $1`,
)

/** Names the attributes. Other processes notice within two seconds. */
export const writeAttributes = verb(saveAttributes, async (call, given) => {
  const attributes = given.attributes.map(({ name, names, isFacet }) => ({
    name,
    names: Object.fromEntries(Object.entries(names).filter(([, label]) => label !== '')),
    isFacet,
  }))
  const version = await call.inTenant('write', async (tx) => {
    const before = await settingsBy(tx, lockSettings)
    if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
    await keepAttributes(tx, attributes)
    const [language = 'tr'] = call.tenant.languages
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'attribute',
      subjectName: call.tenant.displayName,
      action: 'changed',
      before: logValues(allAttributes(before.attributes), language),
      after: logValues(attributes, language),
    })
    return before.version + 1
  })
  return { version }
})

async function settingsBy(tx: Tx, statement: Statement): Promise<Stored> {
  return oneOf(tx.query<Stored>(statement))
}

/** The tenant's own language first. */
function logValues(attributes: AttributeSetting[], language: Language): Record<string, unknown> {
  const names = attributes.map(({ name, names: { [language]: own, ...others } }) => [
    name,
    [own, ...Object.values(others)].filter(Boolean),
  ])
  const facets = attributes.filter(({ isFacet }) => isFacet).map(({ name }) => name)
  return { ...Object.fromEntries(names), facets }
}
