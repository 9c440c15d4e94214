import type { Tx } from '#server/db/tenant.ts'
import { documentOfOrder } from '#server/documents/orderDocument.ts'
import { printOrders } from '#server/documents/press.ts'
import { wordsOf } from '#server/documents/words.ts'
import type { Services } from '#server/http.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { mailProblem } from '#server/users/notices.ts'
import { orderMail } from './orderMail.ts'
import {
  type HeldMail,
  isLastTry,
  lease,
  markDead,
  markFailed,
  markSent,
  nextDueMail,
  takeDueMails,
} from './outbox.ts'

type Context = Pick<Services, 'database' | 'tenants' | 'photos' | 'mailer'>

/** `say` prints failures for the operator, without any address. */
type Options = { say: (line: string) => void; now?: () => Date }

/** The job that sends the mails of orders. Takes few at a time: other tenants' mails come in between. */
export function orderMailsJob(context: Context, { say, now = () => new Date() }: Options): JobHandler {
  return async ({ tenantId, signal }) => {
    await sendDueMails(context, tenantId, { now, say, isStopped: () => signal.aborted })
    return context.database.inTenant(tenantId, 'read', nextDueMail)
  }
}

type Manner = { now: () => Date; say: (line: string) => void; isStopped: () => boolean }

/** Takes a few mails of a tenant that are due and sends them. */
async function sendDueMails(context: Context, tenantId: string, manner: Manner): Promise<void> {
  const { now, isStopped } = manner
  const tenant = (await context.tenants.all()).find(({ id }) => id === tenantId)
  if (!tenant) return
  const takenAt = now()
  const held = await context.database.inTenant(tenantId, 'write', (tx) => takeDueMails(tx, takenAt))
  const drawn: Drawn = new Map()
  for (const mail of held) {
    // What is left of the lease must be enough for a slow server; the rest goes out when it has run out.
    if (isStopped() || now().getTime() > takenAt.getTime() + lease / 2) return
    const settle = await sendOne(context, tenant, { mail, drawn }, manner)
    await context.database.inTenant(tenantId, 'write', settle)
  }
}

/** What was drawn for one recipient serves the next of the same order. */
type Drawn = Map<string, Promise<Omit<Mail, 'to'>>>

/** Sends a mail, and answers what is to be written about it. */
async function sendOne(
  context: Context,
  tenant: Tenant,
  { mail, drawn }: { mail: HeldMail; drawn: Drawn },
  { now, say }: Manner,
): Promise<(tx: Tx) => Promise<void>> {
  if (mail.isOutdated) return (tx) => markDead(tx, mail, 'a newer mail of the order stands for it')
  const key = `${mail.orderId} ${mail.kind} ${mail.language}`
  const made = drawn.get(key) ?? draw(context, tenant, mail)
  drawn.set(key, made)
  try {
    await context.mailer.send({ ...(await made), to: mail.recipient })
    return (tx) => markSent(tx, mail, now())
  } catch (error) {
    const problem = mailProblem(error)
    const said = `${problem.code} ${problem.response}`.trim()
    const isGivenUp = isRefusal(error) || isLastTry(mail)
    // By its id the address is found in the database, which the log must not have.
    const what = `${mail.id} of the order ${mail.orderId}`
    say(`The mail ${what} was not sent${isGivenUp ? ', and is given up' : ''}: ${said}`)
    return (tx) => (isGivenUp ? markDead(tx, mail, said) : markFailed(tx, mail, said, now()))
  }
}

async function draw(
  { database, photos }: Context,
  tenant: Tenant,
  { orderId, kind, language }: HeldMail,
): Promise<Omit<Mail, 'to'>> {
  const document = await database.inTenant(tenant.id, 'read', (tx) => documentOfOrder(tx, orderId))
  if (!document) throw new Error('The order is gone')
  const pdf = await printOrders('pdf', [document], language, { tenant, photos })
  return orderMail(document, wordsOf(language), { kind, company: tenant.displayName, pdf })
}

/**
 * The server will never take a mail to this address. What it says of the sender, or as a matter of policy (5.7: it
 * relays for nobody, it wants a sign-in), is the operator's to put right: the mails wait for that.
 */
function isRefusal(error: unknown): boolean {
  const {
    command,
    responseCode,
    response = '',
  } = error as { command?: string; responseCode?: number; response?: string }
  return command === 'RCPT TO' && /^55[013]$/.test(String(responseCode)) && !/^\d{3}[ -]5\.7\./.test(response)
}
