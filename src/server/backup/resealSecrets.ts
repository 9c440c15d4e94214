import type pg from 'pg'
import { sealContext } from '#server/erp/link.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { totpContext } from '#server/users/secondFactor.ts'
import type { ErpKind } from '#shared/erp/erp.ts'
import { Damaged } from './damage.ts'

type Reseal = (sealed: Buffer, context: string) => Buffer

/**
 * For a tenant that comes from a deployment with another key.
 * @throws Damaged if its secrets are not sealed with `from`
 */
export async function moveSecrets(
  client: pg.ClientBase,
  tenantId: string,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<void> {
  if (from.fingerprint === to.fingerprint) return
  await resealSecrets(client, tenantId, (sealed, context) => to.seal(opened(from, sealed, context), context))
}

/**
 * Seals the tenant's secrets anew. What only a hash is kept of is lost: users make new recovery codes, and enter a code
 * again on each device. The transaction acts for the tenant.
 */
export async function resealSecrets(client: pg.ClientBase, tenantId: string, again: Reseal): Promise<void> {
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

function opened(from: Secrets, sealed: Buffer, context: string): string {
  try {
    return from.open(sealed, context)
  } catch {
    throw new Damaged('its secrets are sealed with another key than the one that came with it')
  }
}
