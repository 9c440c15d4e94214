import { resealSecrets } from '#server/backup/resealSecrets.ts'
import { actFor } from '#server/backup/rows.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { operatorTotpContext } from '#server/operator/operators.ts'
import { type KeySettings, openSecrets, type Secrets, secretsOf } from './secrets.ts'
import { isAnyServerRunning } from './servers.ts'
import { StartupProblem } from './startup.ts'

/**
 * Seals all secrets anew if OLD_SECRET_KEY is the key that this database was used with, and SECRET_KEY or the file is
 * another. All or nothing. What another key had sealed before is left as it is: nobody can read it.
 * @throws StartupProblem if OLD_SECRET_KEY is another key, or a server runs, which has the old key
 */
export async function rotateSecrets(
  connections: Connections,
  settings: KeySettings & { oldSecretKey: string | undefined },
  say: (line: string) => void,
): Promise<void> {
  if (settings.oldSecretKey === undefined) return
  const from = secretsOf(settings.oldSecretKey, 'OLD_SECRET_KEY')
  await using client = await connected(connections.owner)
  await client.query('begin')
  await client.query('lock table secret_key')
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from secret_key')
  const used = rows[0]?.fingerprint
  const to = await openSecrets(settings)
  if (used === undefined || used === to.fingerprint) return
  if (used !== from.fingerprint)
    throw new StartupProblem(
      `OLD_SECRET_KEY (${from.fingerprint}) is not the key this database was used with (${used}).`,
    )
  if (await isAnyServerRunning(client))
    throw new StartupProblem(
      'A server of this database runs with the old key, or ended without saying so less than two minutes ago. ' +
        'Stop all servers, then start one with OLD_SECRET_KEY.',
    )
  let unreadable = 0
  const again = (sealed: Buffer, context: string) => {
    const plain = opened(from, sealed, context)
    if (plain !== undefined) return to.seal(plain, context)
    unreadable += 1
    return sealed
  }
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenants')
  for (const { id } of tenants) {
    await actFor(client, id)
    await resealSecrets(client, id, again)
  }
  const { rows: operators } = await client.query<{ id: string; secret: Buffer }>(
    'select id, totp_secret as secret from operators where totp_secret is not null',
  )
  for (const { id, secret } of operators)
    await client.query('update operators set totp_secret = $2 where id = $1', [
      id,
      again(secret, operatorTotpContext(id)),
    ])
  await client.query('update secret_key set fingerprint = $1', [to.fingerprint])
  await client.query('commit')
  const left = unreadable === 0 ? '' : ` ${unreadable} were sealed with an older key and stay unreadable.`
  say(`All secrets are sealed with the key ${to.fingerprint} now.${left} Remove OLD_SECRET_KEY.`)
}

function opened(from: Secrets, sealed: Buffer, context: string): string | undefined {
  try {
    return from.open(sealed, context)
  } catch {
    return undefined
  }
}
