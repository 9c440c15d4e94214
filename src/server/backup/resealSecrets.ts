import type pg from 'pg'
import { sealContext } from '#server/erp/link.ts'
import type { Secrets } from '#server/secrets.ts'
import { totpContext } from '#server/users/secondFactor.ts'
import type { ErpKind } from '#shared/erp.ts'

/**
 * A tenant that comes from a deployment with another key: its secrets are sealed with this one's. What only a hash is
 * kept of is lost: users make new recovery codes, and enter a code again on each device.
 */
export async function resealSecrets(
  client: pg.ClientBase,
  tenantId: string,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<void> {
  if (from.fingerprint === to.fingerprint) return
  const again = (sealed: Buffer, context: string) => to.seal(from.open(sealed, context), context)
  const { rows: users } = await client.query<{ id: string; secret: Buffer }>(
    'select id, totp_secret as secret from users where tenant_id = $1 and totp_secret is not null',
    [tenantId],
  )
  for (const { id, secret } of users)
    await client.query('update users set totp_secret = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      again(secret, totpContext(tenantId, id)),
    ])
  const { rows: links } = await client.query<{ kind: ErpKind; secret: Buffer }>(
    'select kind, secret from erp_links where tenant_id = $1 and secret is not null',
    [tenantId],
  )
  for (const { kind, secret } of links)
    await client.query('update erp_links set secret = $2 where tenant_id = $1', [
      tenantId,
      again(secret, sealContext(tenantId, kind)),
    ])
  await client.query('delete from recovery_codes where tenant_id = $1', [tenantId])
}
