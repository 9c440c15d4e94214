import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { newId } from '#server/db/newId.ts'
import { plainText } from '#shared/text/text.ts'

/** One message to one recipient. */
export type Mail = {
  to: string
  subject: string
  text: string
  fromName: string
  html?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

export type Mailer = {
  /** Whether mails are only written to a folder, because there is no mail server. */
  keepsMails: boolean
  /** Host of the mail server, with its port; '' without one. */
  host: string
  /** Rejects for an invalid recipient, or if the server refuses the message. */
  send(mail: Mail): Promise<void>
  close(): void
}

type Settings = {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
  /** Maximum silence of the mail server, in milliseconds. */
  timeout?: number
}

/** Used without a mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

const defaultTimeoutMs = 10_000
const maxKeptMails = 200

/**
 * Sends by SMTP, or without a server writes mails as files into `mail` of the data folder. `say` logs those, without
 * content.
 */
export function openMailer(settings: Settings, say: (line: string) => void): Mailer {
  const { smtpUrl, mailFrom } = settings
  return smtpUrl
    ? smtpMailer(smtpUrl, mailFrom, settings.timeout ?? defaultTimeoutMs)
    : folderMailer(mailFolder(settings.dataDir), mailFrom, say)
}

/** Loaded on first use, because it takes 20 MB. */
const loadMailer = () => import('nodemailer')

function smtpMailer(url: string, mailFrom: string, timeout: number): Mailer {
  const open = async () =>
    (await loadMailer()).createTransport({
      url,
      pool: true,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    })
  let opened: ReturnType<typeof open> | undefined
  return {
    keepsMails: false,
    host: new URL(url).host,
    send: async (mail) => {
      // The timeouts alone do not limit slow servers or the queue.
      const signal = AbortSignal.timeout(timeout * 3)
      opened ??= open()
      const transport = await opened
      await transport.sendMail({ ...message(mail, mailFrom), signal })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

function folderMailer(folder: string, mailFrom: string, say: (line: string) => void): Mailer {
  return {
    keepsMails: true,
    host: '',
    send: async (mail) => {
      const { createTransport } = await loadMailer()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const sent = await transport.sendMail(message(mail, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${sortableTime(new Date())}-${newId()}.eml`)
      const partial = `${path}.partial`
      await writeFile(partial, sent.message, { mode: 0o600 })
      await rename(partial, path)
      await removeOld(folder)
      say(`A mail for ${maskAddress(mail.to)} was written to ${path}`)
    },
    close: () => {},
  }
}

/** `20260131T235959123Z` */
function sortableTime(time: Date): string {
  return time.toISOString().replace(/[^\dTZ]/g, '')
}

/** Keeps the newest mails, counting unfinished ones; ignores other files. */
async function removeOld(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z-.+\.eml(\.partial)?$/.test(name))
  const old = mails.toSorted().slice(0, -maxKeptMails)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

/** An address without anything that could end a header, add a recipient or be taken as a name. */
const bareAddress = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u

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
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** `ayse.yilmaz@example.com` becomes `a•••z@example.com`; names under four characters keep only the first. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  const last = name.length < 4 ? '' : name.at(-1)
  return `${name[0] ?? ''}•••${last}${at < 0 ? '' : email.slice(at)}`
}
