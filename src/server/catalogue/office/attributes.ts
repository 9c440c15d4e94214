import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import {
  type AttributeSetting,
  allAttributes,
  type getAttributes,
  type saveAttributes,
} from '#shared/attributes.ts'
import { Refusal } from '#shared/errors.ts'
import type { AttributeName } from '#shared/listing.ts'
import type { Language } from '#shared/tenancy.ts'
import { raiseVersion } from '../change/version.ts'

type Kept = { attributes: AttributeSetting[]; version: number }

// tenants is the one table without tenant_id: the tenant's row is the one whose id is $1.
const columns = 'attributes, attributes_version as version'
const readKept: Statement = { text: `select ${columns} from tenants where id = $1` }
// Not for update: every row that anybody writes refers to the tenant's, and would wait.
const lockKept: Statement = { text: `select ${columns} from tenants where id = $1 for no key update` }

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

/** The attributes as the office names them, as they stand in the database, with what products have in them. */
export async function readAttributes({ tx }: Call<typeof getAttributes>) {
  const [kept, values] = await Promise.all([keptBy(tx, readKept), tx.query<Values>(readValues)])
  const valuesOf = new Map(values.map((one) => [one.name, one]))
  const attributes = allAttributes(kept.attributes).map((attribute) => {
    const { productCount = 0, examples = [] } = valuesOf.get(attribute.name) ?? {}
    return { ...attribute, productCount, examples }
  })
  return { success: true as const, data: { attributes, version: kept.version } }
}

/** Keeps what the attributes are called, whoever may say so. */
export async function keepAttributes(tx: Tx, attributes: AttributeSetting[]): Promise<void> {
  await tx.query(writeKept, JSON.stringify(attributes))
}
const writeKept: Statement = {
  text: `update tenants set attributes = $2, attributes_version = attributes_version + 1 where id = $1`,
}

/** Names the attributes; it acts at this process's next call, elsewhere within two seconds. */
export async function writeAttributes(
  call: Call<typeof saveAttributes>,
  given: z.output<typeof saveAttributes.input>,
) {
  const attributes = given.attributes.map(({ name, names, isFacet }) => ({
    name,
    names: Object.fromEntries(Object.entries(names).filter(([, label]) => label !== '')),
    isFacet,
  }))
  const version = await call.inTenant('write', async (tx) => {
    const before = await keptBy(tx, lockKept)
    if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
    await keepAttributes(tx, attributes)
    const [language = 'tr'] = call.tenant.languages
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'attribute',
      subjectName: call.tenant.displayName,
      action: 'changed',
      before: recorded(allAttributes(before.attributes), language),
      after: recorded(attributes, language),
    })
    await raiseVersion(tx, null)
    return before.version + 1
  })
  call.services.tenants.forget()
  return { success: true as const, data: { version } }
}

async function keptBy(tx: Tx, statement: Statement): Promise<Kept> {
  const [kept] = await tx.query<Kept>(statement)
  if (!kept) throw new Refusal('notFound')
  return kept
}

/** Each with its names, the tenant's own language first, and the facets in their order. */
function recorded(attributes: AttributeSetting[], language: Language): Record<string, unknown> {
  const names = attributes.map(({ name, names: { [language]: own, ...others } }) => [
    name,
    [own, ...Object.values(others)].filter(Boolean),
  ])
  const facets = attributes.filter(({ isFacet }) => isFacet).map(({ name }) => name)
  return { ...Object.fromEntries(names), facets }
}
