import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { newId } from '#server/db/newId.ts'
import { plainText } from '#shared/text.ts'

/** One message to one recipient: plain text, beside it the same as HTML where that shows more, and files. */
export type Mail = {
  to: string
  subject: string
  text: string
  fromName: string
  html?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

export type Mailer = {
  /** Hands a message over. Rejects where the recipient is no address or the server does not take it. */
  send(mail: Mail): Promise<void>
  close(): void
}

type Settings = {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
  /** Milliseconds a mail server may be silent at any point. */
  timeout?: number
}

/** Where mails are written that no server takes. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

const defaultTimeout = 10_000
/** Mails the folder keeps; older ones are removed. */
const keptMails = 200

/**
 * Sends mails through the SMTP server of the settings; without one each is written as a file into the folder `mail`
 * of the data folder, and `say` gets a line about it that holds nothing of its content.
 */
export function openMailer(settings: Settings, say: (line: string) => void): Mailer {
  const { smtpUrl, mailFrom } = settings
  return smtpUrl
    ? smtpMailer(smtpUrl, mailFrom, settings.timeout ?? defaultTimeout)
    : folderMailer(mailFolder(settings.dataDir), mailFrom, say)
}

function smtpMailer(url: string, mailFrom: string, timeout: number): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  })
  return {
    send: async (mail) => {
      // The timeouts alone would let a server drag on that answers in crumbs, and a queue behind a dead one.
      const signal = AbortSignal.timeout(timeout * 3)
      await transport.sendMail({ ...message(mail, mailFrom), signal })
    },
    close: () => transport.close(),
  }
}

function folderMailer(folder: string, mailFrom: string, say: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const sent = await transport.sendMail(message(mail, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${sortableTime(new Date())}-${newId()}.eml`)
      const aside = `${path}.partial`
      await writeFile(aside, sent.message, { mode: 0o600 })
      await rename(aside, path)
      await removeOld(folder)
      say(`A mail for ${maskAddress(mail.to)} was written to ${path}`)
    },
    close: () => transport.close(),
  }
}

/** As `20260131T235959123Z`. */
function sortableTime(time: Date): string {
  return time.toISOString().replace(/[^\dTZ]/g, '')
}

/** Leaves the newest mails. What a stopped process left unfinished counts as one; anything else is not ours. */
async function removeOld(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z-.+\.eml(\.partial)?$/.test(name))
  const old = mails.toSorted().slice(0, -keptMails)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

/** One address, bare: nothing in it can end a header, begin a second address or be read as a name. */
const bareAddress = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u

/** Whether a mail can be sent to this at all. */
export function isBareAddress(address: string): boolean {
  return bareAddress.test(address)
}

function message(mail: Mail, mailFrom: string): SendMailOptions {
  const { to, subject, text, fromName, html, attachments } = mail
  if (!isBareAddress(to)) throw new Error('The recipient of a mail must be one bare address.')
  return {
    from: { name: oneLine(fromName), address: mailFrom },
    to: { name: '', address: to },
    subject: oneLine(subject),
    text: `${plainText(text)}\n`,
    ...(html ? { html } : {}),
    ...(attachments ? { attachments } : {}),
    // Keeps out-of-office replies from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/**
 * An e-mail address as it may be shown to others: `ayse.yilmaz@example.com` becomes `a•••z@example.com`. The dots are
 * always three, whatever they stand for; of a name under four characters the first alone is shown.
 */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  const last = name.length < 4 ? '' : name.at(-1)
  return `${name[0] ?? ''}•••${last}${at < 0 ? '' : email.slice(at)}`
}
