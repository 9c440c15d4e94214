import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Received = {
  to: string
  subject: string
  text: string
  /** '' for a plain text message. */
  html: string
  attachments: { filename: string; content: Buffer }[]
}

export type MailServer = {
  url: string
  /** Oldest first. */
  received: Received[]
  /** The newest message after the first `since` ones; rejects after five seconds. */
  next(to: string, since?: number): Promise<Received>
  close(): Promise<void>
}

/** Replies by stage, such as `550 5.1.1 No such user`. */
type Refusals = { sender?: string; recipient?: string }

export async function startMailServer(atPort = 0, refusals: Refusals = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => done(smtpError(refusals.sender)),
    onRcptTo: (_address, _session, done) => done(smtpError(refusals.recipient)),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo
        received.push({
          to: recipient?.address ?? '',
          ...readMessage(Buffer.concat(parts).toString('latin1')),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: async (to, since = 0) => {
      for (let waited = 0; waited < 5000; waited += 20) {
        const found = received.slice(since).findLast((message) => message.to === to)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`No mail to ${to} has arrived`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function smtpError(contentOf: string | undefined): Error | undefined {
  const [, code, text] = /^(\d{3}) (.*)$/.exec(contentOf ?? '') ?? []
  return code ? Object.assign(new Error(text), { responseCode: Number(code) }) : undefined
}

type Part = { headers: Map<string, string>; body: string }

/** Headers of a message or a part of one, undecoded. */
export function headersOf(raw: string): [name: string, value: string][] {
  const [head = ''] = raw.split('\r\n\r\n')
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
}

export const partOf = (raw: string): Part => ({
  headers: new Map(headersOf(raw)),
  body: raw.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
})

function leafPartsOf(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [part]
  const inner = part.body.split(`--${boundary}`).slice(1, -1)
  return inner.flatMap((raw) => leafPartsOf(partOf(raw.replace(/^\r\n|\r\n$/g, ''))))
}

function readMessage(raw: string): Omit<Received, 'to'> {
  const message = partOf(raw)
  const leafParts = leafPartsOf(message)
  const contentOf = (type: string) => {
    const found = leafParts.find(({ headers }) =>
      (headers.get('content-type') ?? 'text/plain').startsWith(type),
    )
    return found ? bytesOf(found).toString('utf8').replaceAll('\r\n', '\n').trim() : ''
  }
  const attached = leafParts.filter(({ headers }) =>
    headers.get('content-disposition')?.startsWith('attachment'),
  )
  return {
    subject: decodeWords(message.headers.get('subject') ?? ''),
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
    attachments: attached.map((part) => ({ filename: filenameOf(part), content: bytesOf(part) })),
  }
}

/** RFC 2231, or quoted. */
function filenameOf({ headers }: Part): string {
  const contentOf = headers.get('content-disposition') ?? ''
  const encoded = [...contentOf.matchAll(/filename\*\d*\*?=(?:utf-8'')?([^;\s]+)/gi)]
    .map(([, piece]) => piece)
    .join('')
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/.exec(contentOf)?.[1] ?? '')
}

export function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  return encoding === 'base64'
    ? Buffer.from(body, 'base64')
    : Buffer.from(decodeQuotedPrintable(body, encoding), 'latin1')
}

function decodeQuotedPrintable(body: string, encoding: string | undefined): string {
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** RFC 2047: =?UTF-8?B?…?= and =?UTF-8?Q?…?=; spaces between two are dropped. */
export function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(decodeQuotedPrintable(text.replaceAll('_', ' '), 'quoted-printable'), 'latin1')
      ).toString('utf8'),
    )
}
