import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { translated } from '#server/catalogue/texts/translate.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Services } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { type JobHandler, nextDue } from '#server/jobs/jobs.ts'
import { mailFailureOf } from '#server/mail/mailFailure.ts'
import type { WatchedMailer } from '#server/mail/mailServer.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { addressOf } from '#server/users/publicAddress.ts'
import { type NewsFacts, newsPath, newsText } from '#shared/news/news.ts'
import type { Language } from '#shared/tenancy.ts'
import { factsOfNews, joinSubjects } from './newsFacts.ts'
import { type PushDevice, sendPush } from './pushMessage.ts'
import { lookEveryMs, noteBackInStock } from './stockWaits.ts'

type Context = Pick<Services, 'database' | 'tenants' | 'secrets' | 'publicUrl'> & { mailer: WatchedMailer }

/** Few, so that other tenants get their turn. */
const batchSize = 20
/** After failed tries; after the last, the news is only in the list. */
const retryDelaysMs = [1, 5, 30, 180].map((minutes) => minutes * 60_000)

type Way = 'mail' | 'push'

type Unsent = {
  userId: string
  subjectId: string
  notedAt: Date
  unsent: Way[]
  attempts: number
  email: string
  language: Language | null
  devices: PushDevice[] | null
  facts: NewsFacts
}

const findDue = prepared(`
  select n.user_id as "userId", n.subject_id as "subjectId", n.noted_at as "notedAt", n.unsent, n.attempts, u.email, u.language, (
           select json_agg(json_build_object('sessionId', t.session_id, 'address', t.address, 'publicKey', t.public_key,
             'authSecret', t.auth_secret, 'language', t.language))
           from push_devices t join sessions s on s.tenant_id = $1 and s.id = t.session_id
           where t.tenant_id = $1 and t.user_id = n.user_id and s.refresh_expires_at > $2) as devices,
         json_strip_nulls(json_build_object(${factsOfNews})) as facts
  from news n
  join users u on u.tenant_id = $1 and u.id = n.user_id ${joinSubjects}
  where n.tenant_id = $1 and n.unsent <> '{}' and n.next_attempt_at <= $2
  order by n.next_attempt_at limit ${batchSize}`)
// What was noted or read meanwhile stays as it is.
const settle = prepared(`
  update news set unsent = $4::text[], attempts = attempts + 1, next_attempt_at = $5
  where tenant_id = $1 and user_id = $2 and subject_id = $3 and noted_at = $6 and read_at is null`)
const findNext = prepared(`
  select min(next_attempt_at) as "dueAt" from news where tenant_id = $1 and unsent <> '{}'`)
const forgetDevices = prepared(
  'delete from push_devices where tenant_id = $1 and session_id = any ($2::uuid[])',
)

type Options = { say: (line: string) => void; now?: () => Date }

/** Notes what is in stock again, and sends news by mail and to browsers. What cannot be sent stays in the list. */
export function newsJob(context: Context, { say, now = () => new Date() }: Options): JobHandler {
  const { database } = context
  return async ({ tenantId, signal }) => {
    const tenant = await context.tenants.byId(tenantId)
    if (!tenant) return undefined
    const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
    const startedAt = now()
    const hasWaits = await write((tx) => noteBackInStock(tx, startedAt))
    const due = await database.inTenant(tenantId, 'read', (tx) => tx.query<Unsent>(findDue, startedAt))
    const sender = { ...context, tenant, say }
    for (const news of due) {
      if (signal.aborted) break
      const { left, goneSessions } = await send(sender, news)
      const retryDelayMs = retryDelaysMs[news.attempts]
      const unsent = retryDelayMs === undefined ? [] : left
      const nextAt = new Date(now().getTime() + (retryDelayMs ?? 0))
      const { userId, subjectId, notedAt } = news
      await write(async (tx) => {
        if (goneSessions.length > 0) await tx.query(forgetDevices, goneSessions)
        await tx.query(settle, userId, subjectId, unsent, nextAt, notedAt)
      })
    }
    const dueAt = await database.inTenant(tenantId, 'read', (tx) => nextDue(tx, findNext))
    const lookAt = hasWaits ? new Date(startedAt.getTime() + lookEveryMs) : undefined
    return dueAt && lookAt && lookAt < dueAt ? lookAt : (dueAt ?? lookAt)
  }
}

type Sender = Context & { tenant: Tenant; say: (line: string) => void }

async function send(sender: Sender, news: Unsent): Promise<{ left: Way[]; goneSessions: string[] }> {
  const { unsent, devices, facts, subjectId: tag } = news
  const left: Way[] = []
  const goneSessions: string[] = []
  if (unsent.includes('mail') && !(await mail(sender, news))) left.push('mail')
  for (const device of unsent.includes('push') ? (devices ?? []) : []) {
    const { language } = device
    const body = await textIn(sender, facts, language)
    const message = { title: sender.tenant.displayName, body, path: newsPath(facts), tag, language }
    const state = await sendPush(device, message, sender)
    if (state === 'gone') goneSessions.push(device.sessionId)
    if (state === 'failed' && !left.includes('push')) left.push('push')
  }
  return { left, goneSessions }
}

/** Answers whether there is nothing left to send. */
async function mail(sender: Sender, { email: to, language: known, facts }: Unsent): Promise<boolean> {
  if (to === '') return true
  const { mailer, publicUrl, tenant, say } = sender
  if ((await mailer.askState()).state === 'fails') return false
  const language = known ?? tenant.mainLanguage
  const subject = await textIn(sender, facts, language)
  const address = addressOf(tenant, publicUrl)
  const page = translate(language, 'news.title')
  const lines = [
    subject,
    ...(address ? [`${address}${newsPath(facts)}`] : []),
    translate(language, 'mail.news.switch', { page }),
  ]
  try {
    await mailer.send({ to, fromName: tenant.displayName, subject, text: lines.join('\n\n') })
    return true
  } catch (error) {
    const { by, isFinal, reason } = mailFailureOf(error)
    // The log must not contain the address.
    if (by === 'self') say(`A mail of news was not sent: ${reason}`)
    return by !== 'server' && isFinal
  }
}

async function textIn({ database, tenant }: Sender, facts: NewsFacts, language: Language): Promise<string> {
  const into = translatedInto(tenant, language)
  const inTheirWords = into
    ? await database.inTenant(tenant.id, 'read', (tx) => translated(tx, into, { ...facts }))
    : facts
  return newsText(inTheirWords, (key, values) => translate(language, key, values))
}
