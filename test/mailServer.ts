import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as its reader sees it. */
export type Received = {
  to: string
  subject: string
  text: string
  /** '' where the message is text alone. */
  html: string
  attachments: { filename: string; content: Buffer }[]
}

export type MailServer = {
  url: string
  /** What has arrived, oldest first. */
  received: Received[]
  /** Resolves with the newest message to an address that came after `since` others; rejects after five seconds. */
  next(to: string, since?: number): Promise<Received>
  close(): Promise<void>
}

/** What a server says to everything from a sender, or to a recipient: `550 5.1.1 No such user`. */
type Refusals = { sender?: string; recipient?: string }

/** A real SMTP server of the loopback, on a free port unless told, which takes everything it is not told to refuse. */
export async function startMailServer(atPort = 0, refusals: Refusals = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusalOf(refusals.sender)),
    onRcptTo: (_address, _session, done) => done(refusalOf(refusals.recipient)),
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

function refusalOf(said: string | undefined): Error | undefined {
  const [, code, text] = /^(\d{3}) (.*)$/.exec(said ?? '') ?? []
  return code ? Object.assign(new Error(text), { responseCode: Number(code) }) : undefined
}

type Part = { headers: Map<string, string>; body: string }

/** Headers and body of a message, or of one of its parts. */
function partOf(raw: string): Part {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

/** What a part holds that is no part itself. */
function leavesOf(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [part]
  const inner = part.body.split(`--${boundary}`).slice(1, -1)
  return inner.flatMap((raw) => leavesOf(partOf(raw.replace(/^\r\n|\r\n$/g, ''))))
}

function readMessage(raw: string): Omit<Received, 'to'> {
  const message = partOf(raw)
  const leaves = leavesOf(message)
  const said = (type: string) => {
    const found = leaves.find(({ headers }) => (headers.get('content-type') ?? 'text/plain').startsWith(type))
    return found ? bytesOf(found).toString('utf8').replaceAll('\r\n', '\n').trim() : ''
  }
  const attached = leaves.filter(({ headers }) =>
    headers.get('content-disposition')?.startsWith('attachment'),
  )
  return {
    subject: words(message.headers.get('subject') ?? ''),
    text: said('text/plain'),
    html: said('text/html'),
    attachments: attached.map((part) => ({ filename: filenameOf(part), content: bytesOf(part) })),
  }
}

/** RFC 2231, or in quotes. */
function filenameOf({ headers }: Part): string {
  const said = headers.get('content-disposition') ?? ''
  const encoded = [...said.matchAll(/filename\*\d*\*?=(?:utf-8'')?([^;\s]+)/gi)]
    .map(([, piece]) => piece)
    .join('')
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/.exec(said)?.[1] ?? '')
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  return encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(quoted(body, encoding), 'latin1')
}

function quoted(body: string, encoding: string | undefined): string {
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** RFC 2047: =?UTF-8?B?…?= and =?UTF-8?Q?…?=, with nothing between two of them. */
function words(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(quoted(text.replaceAll('_', ' '), 'quoted-printable'), 'latin1')
      ).toString('utf8'),
    )
}
