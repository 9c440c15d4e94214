import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { storableText } from '#server/db/storable.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { ReconciliationShown } from '#shared/erp/erp.ts'
import { type ErpConnector, ErpError, type ErpOrder } from './connector.ts'

export type Finding = ReconciliationShown['findings'][number]

const dayMs = 24 * 60 * 60_000
const windowMs = 14 * dayMs
const maxStoredFindings = 500
const listTimeoutMs = 10 * 60_000

const begin = prepared(`
  insert into erp_reconciliations (tenant_id, id, since, started_at) values ($1, $2, $3, $4)`)
const finish = prepared(`
  update erp_reconciliations set ended_at = $3, checked = $4, missing = $5, different = $6, unexpected = $7,
    unknown = $8, findings = $9, error = $10
  where tenant_id = $1 and id = $2`)
// Orders entered by hand lack our key.
const readSent = prepared(`
  select q.order_id as "orderId", o.number::text as "orderNumber", q.erp_number as "erpNumber", q.documents
  from order_transfers q join orders o on o.tenant_id = $1 and o.id = q.order_id
  where q.tenant_id = $1 and q.state = 'sent' and q.settled_at >= $2 and q.documents is not null and q.erp_id <> ''`)
const readOwn = prepared(`
  select o.id as "orderId", o.number::text as "orderNumber", o.guid_key::text as "guidKey", q.state,
         coalesce((select t.currency_code from order_totals t where t.tenant_id = $1 and t.order_id = o.id
                   order by t.amount_minor desc, t.currency_code limit 1), '') as "currencyCode"
  from orders o left join order_transfers q on q.tenant_id = $1 and q.order_id = o.id
  where o.tenant_id = $1 and o.guid_key = any ($2::uuid[])`)

type Sent = { orderId: string; orderNumber: string; erpNumber: string; documents: ErpDocument[] }
type OwnOrder = {
  orderId: string
  orderNumber: string
  guidKey: string
  state: string | null
  /** Currency of the largest document, whose key has none. */
  currencyCode: string
}

/**
 * Compares the last 14 days with the ERP and stores a report; repairs nothing, because a deletion may be intended.
 * Orders missing in the ERP's list are looked up by key first.
 */
export async function reconcile(
  database: Database,
  tenantId: string,
  connector: ErpConnector,
  now: () => Date,
): Promise<void> {
  if (!connector.list) return
  const id = newId()
  const since = new Date(now().getTime() - windowMs)
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
  await write((tx) => tx.last(begin, id, since, now()))
  let findings: Finding[] = []
  let checked = 0
  let error = ''
  try {
    const erpOrders: ErpOrders = new Map()
    // Starts a day earlier, for orders created shortly before we recorded them.
    const from = new Date(since.getTime() - dayMs)
    for await (const order of connector.list(from, AbortSignal.timeout(listTimeoutMs))) {
      erpOrders.set(order.key, { ...order, number: storableText(order.number) })
    }
    const sent = await database.inTenant(tenantId, 'read', (tx) => tx.query<Sent>(readSent, since))
    checked = sent.length
    findings = await compare(sent, erpOrders, connector)
    const sentKeys = new Set(sent.flatMap(({ documents }) => documents.map(({ key }) => key)))
    findings.push(...(await unexpected(database, tenantId, sentKeys, erpOrders)))
  } catch (cause) {
    error = cause instanceof ErpError ? cause.message : (cause as Error).message
  }
  const count = (what: Finding['what']) => findings.filter((finding) => finding.what === what).length
  const counts = [count('missing'), count('different'), count('unexpected'), count('unknown')]
  const storedFindings = JSON.stringify(findings.slice(0, maxStoredFindings))
  await write((tx) => tx.last(finish, id, now(), checked, ...counts, storedFindings, error))
}

type ErpOrders = Map<string, Pick<ErpOrder, 'number' | 'totalMinor' | 'taxMinor'>>

async function compare(sent: Sent[], erpOrders: ErpOrders, connector: ErpConnector): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { documents, ...order } of sent) {
    for (const { key, totalMinor: oursMinor, taxMinor, currencyCode } of documents) {
      const erpOrder = erpOrders.get(key) ?? (await connector.find(key, AbortSignal.timeout(60_000)))
      const found = erpOrder && 'isUnfinished' in erpOrder ? undefined : erpOrder
      if (!found) findings.push({ what: 'missing', ...order, oursMinor, currencyCode })
      else if (found.totalMinor !== oursMinor) {
        findings.push({ what: 'different', ...order, oursMinor, erpMinor: found.totalMinor, currencyCode })
      } else if (taxMinor !== undefined && found.taxMinor !== undefined && found.taxMinor !== taxMinor) {
        const amounts = { oursMinor: taxMinor, erpMinor: found.taxMinor }
        findings.push({ what: 'different', ...order, ...amounts, currencyCode, isTax: true })
      }
    }
  }
  return findings
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Orders in the ERP under our keys that we did not record as sent, or do not have. Ignores foreign keys. */
async function unexpected(
  database: Database,
  tenantId: string,
  sentKeys: ReadonlySet<string>,
  erpOrders: ErpOrders,
): Promise<Finding[]> {
  const unknownOrders = [...erpOrders].filter(([key]) => !sentKeys.has(key) && uuid.test(key))
  if (unknownOrders.length === 0) return []
  const guidKeys = unknownOrders.map(([key]) => key.slice(0, 36))
  const ownOrders = await database.inTenant(tenantId, 'read', (tx) => tx.query<OwnOrder>(readOwn, guidKeys))
  const byKey = new Map(ownOrders.map((one) => [one.guidKey, one]))
  return unknownOrders.flatMap(([key, { number: erpNumber, totalMinor: erpMinor }]) => {
    const known = byKey.get(key.slice(0, 36))
    // Sent before that time, or entered by hand.
    if (known?.state === 'sent') return []
    const { orderId, orderNumber } = known ?? { orderId: '', orderNumber: '' }
    const currencyCode = key.slice(37) || (known?.currencyCode ?? '')
    const what = known ? ('unexpected' as const) : ('unknown' as const)
    return [{ what, orderId, orderNumber, erpNumber, erpMinor, currencyCode }]
  })
}
