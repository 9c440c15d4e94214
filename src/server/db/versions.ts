/*
 * What processes keep of a tenant in memory has versions (table tenant_versions): its catalogue, the access of its users,
 * its settings, what prices are worked out from. A transaction that changes any of it raises the version as its last statement. Verbs that know
 * exactly what changed raise it themselves; for all others the transaction does, so none can forget it.
 */
import { prepared, type Statement } from './statement.ts'

export type VersionKind = 'catalogue' | 'access' | 'settings' | 'pricing'

/** Bits of what statements did: changed something kept in memory, or raised its version. */
export const effects = {
  groups: 1,
  products: 2,
  access: 4,
  settings: 8,
  raisedCatalogue: 16,
  raisedAccess: 32,
  sessions: 64,
  raisedSettings: 128,
  pricing: 256,
} as const

const writes = (tables: string, verbs = 'insert\\s+into|update|delete\\s+from') =>
  new RegExp(`\\b(?:${verbs})\\s+(?:${tables})\\b`)

// New users and sessions are in nobody's memory.
const signs: [pattern: RegExp, effect: number][] = [
  [writes('brands|categories'), effects.groups],
  // A rule for a category is for those below it too.
  [writes('categories'), effects.pricing],
  // Browsers are told with the settings whether there are any.
  [writes('price_rules|quantity_rules'), effects.pricing | effects.settings],
  [writes('products|variants|prices|product_images|translations'), effects.products],
  [writes('users|accounts|agents', 'update|delete\\s+from'), effects.access],
  [writes('sessions', 'update|delete\\s+from'), effects.sessions],
  [writes('excluded_brands'), effects.access],
  // Its settings decide who needs a second factor.
  [writes('tenant_settings', 'update'), effects.settings | effects.access],
  [writes('catalogue_versions', 'insert\\s+into'), effects.raisedCatalogue],
  [writes('access_versions', 'insert\\s+into'), effects.raisedAccess],
  [/\bsettings = v\.settings \+/, effects.raisedSettings],
]

const effectByStatement = new WeakMap<Statement, number>()

export function effectOf(statement: Statement): number {
  const existing = effectByStatement.get(statement)
  if (existing !== undefined) return existing
  const found = statement.isUnseen
    ? 0
    : signs.reduce((all, [pattern, effect]) => (pattern.test(statement.text) ? all | effect : all), 0)
  effectByStatement.set(statement, found)
  return found
}

const minKeptVersions = 4096
const pruneBatchSize = 256

/** CTE that deletes old rows of a log of versions, after `noted` has added one. */
const prune = (table: string) => `
  pruned as (
    delete from ${table} o
    where o.tenant_id = $1 and o.version < (
      select n.version - ${minKeptVersions} from noted n where n.version % ${pruneBatchSize} = 0)
    returning o.version
  )`

const raise = (kind: VersionKind, after: string, more = '') => `
  raised as (
    update tenant_versions v set ${kind} = v.${kind} + 1${more} ${after} returning v.${kind} as version
  )`

/** SQL: null for any product. */
type CatalogueChange = {
  products: string
  /** Query of ids and inventories, both arrays, where only stock was changed. */
  stock?: string
  /** Whether translations changed; absent: no. Then the settings are raised too, which have those of sizes. */
  texts?: string
}

/**
 * CTEs that raise the catalogue version and note what changed. `after`: a CTE that must have run before, because it
 * locks the tenant's counters, with a condition.
 */
export const raiseCatalogue = (
  { products, stock, texts }: CatalogueChange,
  { after, condition }: { after?: string; condition?: string } = {},
) => `
  ${raise(
    'catalogue',
    `${after ? `from ${after} ` : ''}where v.tenant_id = $1${condition ? ` and ${condition}` : ''}`,
    texts && `, settings = v.settings + (${texts})::integer`,
  )}, noted as (
    insert into catalogue_versions (tenant_id, version, product_ids, texts_changed${stock ? ', variant_ids, inventories' : ''})
    select $1, raised.version, ${products}, ${texts ?? 'false'}${stock ? ', s.ids, s.inventories' : ''}
    from raised${stock ? ` cross join lateral (${stock}) s` : ''} returning version
  ), ${prune('catalogue_versions')}`

const raiseCatalogueStatement = prepared(
  `with ${raiseCatalogue({ products: '$2::uuid[]' })} select version from noted`,
)
const raiseTextsStatement = prepared(
  `with ${raiseCatalogue({ products: '$2::uuid[]', texts: 'true' })} select version from noted`,
)

const raiseAccessStatement = prepared(`
  with ${raise('access', 'where v.tenant_id = $1')}, noted as (
    insert into access_versions (tenant_id, version, session_ids) select $1, version, $2::uuid[] from raised returning version
  ), ${prune('access_versions')}
  select version from noted`)

const raiseSettingsStatement = prepared(
  `update tenant_versions set settings = settings + 1 where tenant_id = $1`,
)
const raisePricingStatement = prepared(
  `update tenant_versions set pricing = pricing + 1 where tenant_id = $1`,
)

type Query = (statement: Statement, ...values: unknown[]) => Promise<object[]>

/** Raises the catalogue version. `products`: those that changed; null for any. Brands and categories always count. */
export async function raiseCatalogueVersion(tx: { query: Query }, products: string[] | null): Promise<void> {
  await tx.query(raiseCatalogueStatement, products)
}

/** The same where translations changed too. */
export async function raiseTextsVersion(tx: { query: Query }, products: string[] | null): Promise<void> {
  await tx.query(raiseTextsStatement, products)
}

/** Raises the version of who may do what. */
export async function raiseAccessVersion(tx: { query: Query }, sessionIds: string[]): Promise<void> {
  await tx.query(raiseAccessStatement, sessionIds)
}

/** The statements that raise what a transaction changed and did not raise itself. */
export function missingRaises(done: number): [Statement, ...unknown[]][] {
  const missing: [Statement, ...unknown[]][] = []
  const catalogue = effects.groups | effects.products
  if (done & catalogue && !(done & effects.raisedCatalogue))
    missing.push([raiseCatalogueStatement, done & effects.products ? null : []])
  // Verbs raise it themselves for sessions alone.
  const isUnraised = done & effects.sessions && !(done & effects.raisedAccess)
  if (done & effects.access || isUnraised) missing.push([raiseAccessStatement, null])
  if (done & effects.settings) missing.push([raiseSettingsStatement])
  if (done & effects.pricing) missing.push([raisePricingStatement])
  return missing
}

export function raisedBy(done: number): VersionKind[] {
  const raised: VersionKind[] = []
  if (done & (effects.groups | effects.products | effects.raisedCatalogue)) raised.push('catalogue')
  if (done & (effects.access | effects.sessions | effects.raisedAccess)) raised.push('access')
  if (done & (effects.settings | effects.raisedSettings)) raised.push('settings')
  if (done & effects.pricing) raised.push('pricing')
  return raised
}
