import { newId } from '#server/db/newId.ts'
import { isBareAddress } from '#server/mail/mailer.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Addressee } from '../parties.ts'

/** `language`: of the person who orders. `defaultLanguage`: for recipients whose language is not known. */
export type OutgoingMails = { language: Language; defaultLanguage: Language }

/** The mails of an order as the columns of `unnest`. */
export type MailColumns = { mailIds: string[]; recipients: string[]; mailLanguages: string[] }

/** A mail to each address in its reader's language, one where an address is named twice; none to an invalid address. */
export function mailsTo(addressees: Addressee[] | null, mails: OutgoingMails | undefined): MailColumns {
  const all = new Map<string, Addressee>()
  for (const one of mails ? (addressees ?? []) : []) {
    const key = one.address.toLowerCase()
    const known = all.get(key)
    if (isBareAddress(one.address) && !known?.language)
      all.set(key, { ...one, address: known?.address ?? one.address })
  }
  const told = [...all.values()]
  return {
    mailIds: told.map(() => newId()),
    recipients: told.map(({ address }) => address),
    mailLanguages: told.map(({ language }) => language ?? mails?.defaultLanguage ?? 'tr'),
  }
}
