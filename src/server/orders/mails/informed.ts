import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Language } from '#shared/tenancy.ts'
import type { MailColumns } from './outgoing.ts'

/** Somebody who was told of an order, in the language of the last mail. */
export type Told = {
  recipient: string
  language: Language
  /** The last they have heard is that it stands, as far as anybody can tell. */
  knowsItStands: boolean
}

// A mail that somebody has begun to send may have arrived, whatever became of the answer.
const readTold = prepared(`
  select distinct on (lower(m.recipient)) m.recipient, m.language,
         coalesce((select s.kind <> 'cancelled' from order_mails s
                   where s.tenant_id = $1 and s.order_id = $2 and lower(s.recipient) = lower(m.recipient)
                     and (s.state = 'sent' or s.state = 'pending' and s.attempts > 0)
                   order by s.order_version desc, s.id desc limit 1), false) as "knowsItStands"
  from orders o
  join order_mails m on m.tenant_id = $1 and m.order_id = any (array[o.id, o.split_from])
  where o.tenant_id = $1 and o.id = $2
  order by lower(m.recipient), m.created_at desc, m.id desc`)

/** Everybody who was told of an order, or of the one that it was a part of. */
export function readToldOf(tx: Tx, orderId: string): Promise<Told[]> {
  return tx.query<Told>(readTold, orderId)
}

/** A mail to each of them. */
export function mailsToTold(told: Told[]): MailColumns {
  return {
    mailIds: told.map(() => newId()),
    recipients: told.map(({ recipient }) => recipient),
    mailLanguages: told.map(({ language }) => language),
  }
}
