import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#server/db/tenant.ts'
import { isBareAddress } from '#server/mail/mailer.ts'
import type { Language } from '#shared/tenancy.ts'

/** How those whom an order concerns are told by mail, and whom to ring once the order is committed. */
export type OutgoingMails = { language: Language; ring: () => void }

/** The columns of the mails of an order: ids, recipients, language. */
export type MailColumns = [ids: string[], recipients: string[], language: string]

/**
 * A mail to each address, once to those who are named twice; none to what is no address. The sender is rung when the
 * transaction that writes them is committed.
 */
export function mailsTo(tx: Tx, addresses: (string | null)[], mails: OutgoingMails | undefined): MailColumns {
  if (!mails) return [[], [], '']
  const recipients = new Map<string, string>()
  for (const address of addresses) {
    if (address && isBareAddress(address) && !recipients.has(address.toLowerCase()))
      recipients.set(address.toLowerCase(), address)
  }
  if (recipients.size > 0) tx.afterCommit(mails.ring)
  return [[...recipients.keys()].map(() => uuidv7()), [...recipients.values()], mails.language]
}
