import type { Actor } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Secrets } from '#server/process/secrets.ts'
import type { ErpKind } from '#shared/erp/erp.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import { erpDescriptions, placeOf } from '#shared/erp/settings.ts'

/** A link with its decrypted secret: for connectors only. */
export type ErpLink = {
  tenantId: string
  kind: ErpKind
  settings: Record<string, unknown>
  secret: string
  /** The tenant's time zone. */
  timeZone: string
  productCode: string
  isPaused: boolean
  /** 0 if not saved. */
  version: number
}

const read = prepared(`
  select l.kind, l.settings, l.secret, l.is_paused as "isPaused", l.version, t.time_zone as "timeZone"
  from erp_links l join tenant_settings t on t.tenant_id = $1 where l.tenant_id = $1`)

type Row = Pick<ErpLink, 'kind' | 'settings' | 'isPaused' | 'version' | 'timeZone'> & {
  secret: Buffer | null
}

/** Throws if the secret was encrypted with another key. */
export async function readLink(tx: Tx, secrets: Secrets): Promise<ErpLink | undefined> {
  const [row] = await tx.query<Row>(read)
  if (!row) return undefined
  const { kind, settings, isPaused, version, timeZone } = row
  const secret = row.secret ? secrets.open(row.secret, sealContext(tx.tenantId, kind)) : ''
  return { ...linkOf({ tenantId: tx.tenantId, kind, settings, secret, timeZone }), isPaused, version }
}

export function linkOf(
  given: Pick<ErpLink, 'tenantId' | 'kind' | 'settings' | 'secret' | 'timeZone'>,
): ErpLink {
  const { settings } = given
  const productCode = typeof settings.productCode === 'string' ? settings.productCode : defaultProductCode
  return { ...given, productCode, isPaused: false, version: 0 }
}

export function actorOf({ kind }: ErpLink): Actor {
  const { program } = erpDescriptions[kind]
  return { userId: null, name: program ? `ERP (${program})` : 'ERP', address: '' }
}

/** The ERP's host as shown to people, `odoo.example.com`, or what kind of place it is. */
export function hostOf({ kind, settings }: Pick<ErpLink, 'kind' | 'settings'>): string {
  const { url, host, port, where } = settings
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url).host
  if (where === 'sftp' && typeof host === 'string') return typeof port === 'number' ? `${host}:${port}` : host
  return kind === 'agent' ? 'ERP agent' : 'ERP_FOLDER'
}

/** Where the link's orders are created: they can be looked up only there. */
export const sentToOf = ({ kind, settings: { folder = '', company = '', ...settings } }: ErpLink) =>
  JSON.stringify([placeOf(kind, settings), folder, company])

/** Binds a secret to tenant and kind. */
export const sealContext = (tenantId: string, kind: ErpKind) => `erp ${tenantId} ${kind}`
