import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import { isBareAddress } from '#server/mail/mailer.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Addressee } from '../parties.ts'

/**
 * How those whom an order concerns are told by mail: `language` is of whoever orders, `companys` for those of whom none is
 * known. `ring` once the order is committed.
 */
export type OutgoingMails = { language: Language; companys: Language; ring: () => void }

/** The columns of the mails of an order: ids, recipients, languages. */
export type MailColumns = [ids: string[], recipients: string[], languages: string[]]

/**
 * A mail to each address, once to those who are named twice, in the reader's own language; none to what is no address.
 * The sender is rung when the transaction that writes them is committed.
 */
export function mailsTo(
  tx: Tx,
  addressees: Addressee[] | null,
  mails: OutgoingMails | undefined,
): MailColumns {
  if (!mails) return [[], [], []]
  const all = new Map<string, Addressee>()
  for (const one of addressees ?? []) {
    const key = one.address.toLowerCase()
    const known = all.get(key)
    if (isBareAddress(one.address) && !known?.language)
      all.set(key, { ...one, address: known?.address ?? one.address })
  }
  if (all.size > 0) tx.afterCommit(mails.ring)
  const told = [...all.values()]
  return [
    told.map(() => newId()),
    told.map(({ address }) => address),
    told.map(({ language }) => language ?? mails.companys),
  ]
}
