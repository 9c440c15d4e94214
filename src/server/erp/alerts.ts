import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { wordsOf } from '#server/documents/words.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { mailFailureOf } from '#server/mail/mailFailure.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// Paused links and disabled transfers raise no alert; refused orders always do.
const readTrouble = prepared(`
  select s.alerts_sent as "alertsSent", s.last_alert_at as "lastAlertAt", s.error,
         least(case when l.is_open then s.failing_since end, case when l.is_open then w.oldest end,
               w.refused_since) as since,
         w.waiting, w.dead
  from (select l.tenant_id, not l.is_paused and t.transfer_enabled as is_open
        from erp_links l join tenant_settings t on t.tenant_id = $1 where l.tenant_id = $1) l
  join erp_states s on s.tenant_id = $1,
    lateral (select min(requested_at) filter (where state in ('pending', 'sending')) as oldest,
                    min(settled_at) filter (where state = 'dead') as refused_since,
                    count(*) filter (where state in ('pending', 'sending'))::int as waiting,
                    count(*) filter (where state = 'dead')::int as dead
             from order_transfers where tenant_id = $1 and state in ('pending', 'sending', 'dead')) w
  where l.tenant_id = $1`)

type Trouble = {
  alertsSent: number
  lastAlertAt: Date | null
  error: string
  since: Date | null
  waiting: number
  dead: number
}

const claim = prepared(`
  update erp_states set alerts_sent = $3, last_alert_at = $4 where tenant_id = $1 and alerts_sent = $2
  returning alerts_sent`)
const readAdmins = prepared(`
  select distinct email from users
  where tenant_id = $1 and 'admin' = any (roles) and is_active and deleted_at is null and email <> ''`)

type AlertDeps = { database: Database; mailer: Mailer }

/**
 * Mails admins when orders do not reach the ERP: after 15 minutes, 4 hours, then daily, and once when resolved. One
 * process sends each mail, at most once. `say` logs failures.
 */
export async function sendAlerts(
  { database, mailer }: AlertDeps,
  tenant: Tenant,
  { now, say }: { now: Date; say: (line: string) => void },
): Promise<void> {
  const [trouble] = await database.inTenant(tenant.id, 'read', (tx) => tx.query<Trouble>(readTrouble))
  if (!trouble) return
  const isResolved = trouble.since === null
  if (isResolved ? trouble.alertsSent === 0 : !isAlertDue(trouble, now)) return
  const nextAlertCount = isResolved ? 0 : trouble.alertsSent + 1
  const { claimed, admins } = await database.inTenant(tenant.id, 'write', async (tx) => ({
    admins: await tx.query<{ email: string }>(readAdmins),
    claimed: await tx.last(claim, trouble.alertsSent, nextAlertCount, now),
  }))
  if (claimed.length === 0) return
  for (const { email } of admins) {
    await mailer
      .send({ ...alertMail(tenant, trouble), to: email, fromName: tenant.displayName })
      .catch((error: unknown) => {
        const { by, reason } = mailFailureOf(error)
        if (by !== 'server') say(`A mail about the ERP transfer was not sent: ${reason}`)
      })
  }
}

function isAlertDue({ alertsSent, lastAlertAt, since }: Trouble, now: Date): boolean {
  const age = now.getTime() - (since?.getTime() ?? now.getTime())
  if (alertsSent === 0) return age >= 15 * minuteMs
  if (alertsSent === 1) return age >= 4 * hourMs
  return now.getTime() - (lastAlertAt?.getTime() ?? 0) >= dayMs
}

/** Admins have no language setting. */
function alertMail(tenant: Tenant, { since, waiting, dead, error }: Trouble) {
  const language = tenant.languages[0] ?? 'tr'
  const { say: text, dateTime } = wordsOf(language, tenant.timeZone)
  const company = tenant.displayName
  if (!since) {
    return { subject: text('mail.erp.well.subject', { company }), text: text('mail.erp.well.text') }
  }
  const lines = [
    text('mail.erp.trouble.text', { at: dateTime(since.toISOString()) }),
    '',
    text('mail.erp.trouble.waiting', { count: waiting }),
    text('mail.erp.trouble.dead', { count: dead }),
    ...(error ? ['', error] : []),
    '',
    text('mail.erp.trouble.what'),
  ]
  return {
    subject: text('mail.erp.trouble.subject', { company, count: waiting + dead }),
    text: lines.join('\n'),
  }
}
