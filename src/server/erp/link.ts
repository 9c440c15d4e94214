import type { Actor } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Secrets } from '#server/process/secrets.ts'
import type { ErpKind } from '#shared/erp/erp.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import { erpDescriptions, placeOf } from '#shared/erp/settings.ts'
import type { Language } from '#shared/tenancy.ts'

/** A link with its decrypted secret: for connectors only. */
export type ErpLink = {
  tenantId: string
  kind: ErpKind
  settings: Record<string, unknown>
  secret: string
  /** The tenant's. */
  timeZone: string
  mainLanguage: Language
  productCode: string
  isPaused: boolean
  /** 0 if not saved. */
  version: number
}

const read = prepared(`
  select l.kind, l.settings, l.secret, l.is_paused as "isPaused", l.version, t.time_zone as "timeZone",
    t.main_language as "mainLanguage"
  from erp_links l join tenant_settings t on t.tenant_id = $1 where l.tenant_id = $1`)

type Row = Omit<ErpLink, 'tenantId' | 'secret' | 'productCode'> & {
  secret: Buffer | null
}

/** Throws if the secret was encrypted with another key. */
export async function readLink(tx: Tx, secrets: Secrets): Promise<ErpLink | undefined> {
  const [row] = await tx.query<Row>(read)
  if (!row) return undefined
  const { isPaused, version, ...given } = row
  const secret = row.secret ? secrets.open(row.secret, sealContext(tx.tenantId, row.kind)) : ''
  return { ...linkOf({ ...given, tenantId: tx.tenantId, secret }), isPaused, version }
}

export function linkOf(given: Omit<ErpLink, 'productCode' | 'isPaused' | 'version'>): ErpLink {
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
