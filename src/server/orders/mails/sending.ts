import { translatedInto } from '#server/catalogue/texts/texts.ts'
import type { Tx } from '#server/db/tenant.ts'
import { documentOfOrder } from '#server/documents/orderDocument.ts'
import { printOrders } from '#server/documents/printing.ts'
import { wordsOf } from '#server/documents/words.ts'
import type { Services } from '#server/http/http.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { mailFailureOf } from '#server/mail/mailFailure.ts'
import type { WatchedMailer } from '#server/mail/mailServer.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { orderMail } from './orderMail.ts'
import {
  type HeldMail,
  isLastAttempt,
  leaseMs,
  markDead,
  markFailed,
  markSent,
  nextDueMail,
  noteWaitingMails,
  putMailBack,
  takeDueMails,
} from './outbox.ts'

type Context = Pick<Services, 'database' | 'tenants' | 'photos'> & { mailer: WatchedMailer }

/** `say` logs mails that cannot be made. The mailer logs what the mail server does. */
type Options = { say: (line: string) => void; now?: () => Date }

/** Sends a tenant's order mails, a few per run, so that other tenants get their turn. */
export function orderMailsJob(context: Context, { say, now = () => new Date() }: Options): JobHandler {
  const { database, mailer } = context
  return async ({ tenantId, signal }) => {
    const server = await mailer.askState()
    if (server.state !== 'fails')
      await sendDueMails(context, tenantId, { now, say, isStopped: () => signal.aborted })
    return database.inTenant(tenantId, 'write', async (tx) => {
      const [dueAt] = await Promise.all([nextDueMail(tx), noteWaitingMails(tx, mailer.host)])
      return dueAt && server.state === 'fails' && dueAt < server.nextTryAt ? server.nextTryAt : dueAt
    })
  }
}

type SendOptions = { now: () => Date; say: (line: string) => void; isStopped: () => boolean }

async function sendDueMails(context: Context, tenantId: string, options: SendOptions): Promise<void> {
  const { now, isStopped } = options
  const tenant = await context.tenants.byId(tenantId)
  if (!tenant) return
  const takenAt = now()
  const write = <T>(work: (tx: Tx) => Promise<T>) => context.database.inTenant(tenantId, 'write', work)
  const held = await write((tx) => takeDueMails(tx, takenAt))
  const drawn: Drawn = new Map()
  for (const [index, mail] of held.entries()) {
    // A slow server needs some of the lease; the rest is sent after it ends.
    if (isStopped() || now().getTime() > takenAt.getTime() + leaseMs / 2) return
    const { settle, isServerAway } = await sendOne(context, tenant, { mail, drawn }, options)
    await write(settle)
    if (!isServerAway) continue
    for (const other of held.slice(index + 1)) await write((tx) => putMailBack(tx, other, '', takenAt))
    return
  }
}

/** Reused for recipients of the same order and language. */
type Drawn = Map<string, Promise<Omit<Mail, 'to'>>>

type Outcome = { settle: (tx: Tx) => Promise<void>; isServerAway: boolean }

/** Sends a mail; returns what records the outcome. */
async function sendOne(
  context: Context,
  tenant: Tenant,
  { mail, drawn }: { mail: HeldMail; drawn: Drawn },
  { now, say }: SendOptions,
): Promise<Outcome> {
  const outcome = (settle: Outcome['settle'], isServerAway = false) => ({ settle, isServerAway })
  if (mail.isOutdated) return outcome((tx) => markDead(tx, mail, 'a newer mail of the order stands for it'))
  const key = `${mail.orderId} ${mail.kind} ${mail.language}`
  const made = drawn.get(key) ?? draw(context, tenant, mail)
  drawn.set(key, made)
  try {
    await context.mailer.send({ ...(await made), to: mail.recipient })
    const isKept = context.mailer.keepsMails
    return outcome((tx) => markSent(tx, mail, { now: now(), isKept }))
  } catch (error) {
    const { by, isFinal, reason } = mailFailureOf(error)
    if (by === 'server') return outcome((tx) => putMailBack(tx, mail, reason, now()), true)
    // The log must not contain the address; the database has it.
    if (by === 'self') say(`The mail ${mail.id} of the order ${mail.orderId} was not sent: ${reason}`)
    if (isFinal || isLastAttempt(mail)) return outcome((tx) => markDead(tx, mail, reason))
    return outcome((tx) => markFailed(tx, mail, reason, now()))
  }
}

async function draw(
  { database, photos }: Context,
  tenant: Tenant,
  { orderId, kind, language }: HeldMail,
): Promise<Omit<Mail, 'to'>> {
  const into = translatedInto(tenant, language)
  const document = await database.inTenant(tenant.id, 'read', (tx) => documentOfOrder(tx, orderId, into))
  if (!document) throw new Error('The order is gone')
  const pdf = await printOrders('pdf', [document], language, { tenant, photos })
  return orderMail(document, wordsOf(language, tenant.timeZone), { kind, company: tenant.displayName, pdf })
}
