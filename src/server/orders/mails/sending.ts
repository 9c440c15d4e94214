import { translatedInto } from '#server/catalogue/texts/texts.ts'
import type { Tx } from '#server/db/tenant.ts'
import { documentOfOrder } from '#server/documents/orderDocument.ts'
import { printOrders } from '#server/documents/printing.ts'
import { wordsOf } from '#server/documents/words.ts'
import type { Services } from '#server/http.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { mailProblem } from '#server/users/notices.ts'
import { orderMail } from './orderMail.ts'
import {
  type HeldMail,
  isLastAttempt,
  leaseMs,
  markDead,
  markFailed,
  markSent,
  nextDueMail,
  takeDueMails,
} from './outbox.ts'

type Context = Pick<Services, 'database' | 'tenants' | 'photos' | 'mailer'>

/** `say` logs failures, without addresses. */
type Options = { say: (line: string) => void; now?: () => Date }

/** Sends a tenant's order mails, a few per run, so that other tenants get their turn. */
export function orderMailsJob(context: Context, { say, now = () => new Date() }: Options): JobHandler {
  return async ({ tenantId, signal }) => {
    await sendDueMails(context, tenantId, { now, say, isStopped: () => signal.aborted })
    return context.database.inTenant(tenantId, 'read', nextDueMail)
  }
}

type SendOptions = { now: () => Date; say: (line: string) => void; isStopped: () => boolean }

async function sendDueMails(context: Context, tenantId: string, options: SendOptions): Promise<void> {
  const { now, isStopped } = options
  const tenant = await context.tenants.byId(tenantId)
  if (!tenant) return
  const takenAt = now()
  const held = await context.database.inTenant(tenantId, 'write', (tx) => takeDueMails(tx, takenAt))
  const drawn: Drawn = new Map()
  for (const mail of held) {
    // A slow server needs some of the lease; the rest is sent after it ends.
    if (isStopped() || now().getTime() > takenAt.getTime() + leaseMs / 2) return
    const settle = await sendOne(context, tenant, { mail, drawn }, options)
    await context.database.inTenant(tenantId, 'write', settle)
  }
}

/** Reused for recipients of the same order and language. */
type Drawn = Map<string, Promise<Omit<Mail, 'to'>>>

/** Sends a mail; returns the function that records the outcome. */
async function sendOne(
  context: Context,
  tenant: Tenant,
  { mail, drawn }: { mail: HeldMail; drawn: Drawn },
  { now, say }: SendOptions,
): Promise<(tx: Tx) => Promise<void>> {
  if (mail.isOutdated) return (tx) => markDead(tx, mail, 'a newer mail of the order stands for it')
  const key = `${mail.orderId} ${mail.kind} ${mail.language}`
  const made = drawn.get(key) ?? draw(context, tenant, mail)
  drawn.set(key, made)
  try {
    await context.mailer.send({ ...(await made), to: mail.recipient })
    const isKept = context.mailer.keepsMails
    return (tx) => markSent(tx, mail, { now: now(), isKept })
  } catch (error) {
    const problem = mailProblem(error)
    const said = `${problem.code} ${problem.response}`.trim()
    const isFinal = isRefusal(error) || isLastAttempt(mail)
    // The log must not contain the address; the database has it.
    const what = `${mail.id} of the order ${mail.orderId}`
    say(`The mail ${what} was not sent${isFinal ? ', and is given up' : ''}: ${said}`)
    return (tx) => (isFinal ? markDead(tx, mail, said) : markFailed(tx, mail, said, now()))
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

/**
 * A permanent refusal of the address. Refusals of the sender or by policy (5.7: relay denied, sign-in required) are
 * for the operator to fix, so the mails wait.
 */
function isRefusal(error: unknown): boolean {
  const {
    command,
    responseCode,
    response = '',
  } = error as { command?: string; responseCode?: number; response?: string }
  return command === 'RCPT TO' && /^55[013]$/.test(String(responseCode)) && !/^\d{3}[ -]5\.7\./.test(response)
}
