import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Language } from '#shared/tenancy.ts'
import type { MailColumns } from '../parties.ts'

/** Somebody mailed about an order, in the language of the last mail. */
export type InformedRecipient = {
  recipient: string
  language: Language
  /** Whether their last mail said that the order stands. */
  knowsItStands: boolean
}

// A mail with a started attempt may have arrived.
const readInformed = prepared(`
  select distinct on (lower(m.recipient)) m.recipient, m.language,
         coalesce((select s.kind <> 'cancelled' from order_mails s
                   where s.tenant_id = $1 and s.order_id = $2 and lower(s.recipient) = lower(m.recipient)
                     and (s.state = 'sent' or s.state = 'pending' and s.attempts > 0)
                   order by s.order_version desc, s.id desc limit 1), false) as "knowsItStands"
  from orders o
  join order_mails m on m.tenant_id = $1 and m.order_id = any (array[o.id, o.split_from])
  where o.tenant_id = $1 and o.id = $2 and not exists (
    select from users u where u.tenant_id = $1 and lower(u.email) = lower(m.recipient) and u.deleted_at is null
      and not 'orders' = any (u.mailed_news))
  order by lower(m.recipient), m.created_at desc, m.id desc`)

/** Everyone mailed about the order, or about the one it was split from, but for users who want no such mails. */
export function readInformedRecipients(tx: Tx, orderId: string): Promise<InformedRecipient[]> {
  return tx.query<InformedRecipient>(readInformed, orderId)
}

export function mailsToInformed(informed: InformedRecipient[]): MailColumns {
  return {
    mailIds: informed.map(() => newId()),
    recipients: informed.map(({ recipient }) => recipient),
    mailLanguages: informed.map(({ language }) => language),
  }
}
