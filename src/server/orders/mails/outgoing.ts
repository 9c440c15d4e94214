import { newId } from '#server/db/newId.ts'
import { isBareAddress } from '#server/mail/mailer.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Addressee } from '../parties.ts'

/** `language`: the caller's; `defaultLanguage`: for recipients with unknown language. */
export type OutgoingMails = { language: Language; defaultLanguage: Language }

/** Parallel arrays for `unnest`. */
export type MailColumns = { mailIds: string[]; recipients: string[]; mailLanguages: string[] }

/** One mail per valid address, in the reader's language. */
export function mailsTo(addressees: Addressee[] | null, mails: OutgoingMails | undefined): MailColumns {
  const all = new Map<string, Addressee>()
  for (const one of mails ? (addressees ?? []) : []) {
    const key = one.address.toLowerCase()
    const known = all.get(key)
    if (isBareAddress(one.address) && !known?.language)
      all.set(key, { ...one, address: known?.address ?? one.address })
  }
  const recipients = [...all.values()]
  return {
    mailIds: recipients.map(() => newId()),
    recipients: recipients.map(({ address }) => address),
    mailLanguages: recipients.map(({ language }) => language ?? mails?.defaultLanguage ?? 'tr'),
  }
}
