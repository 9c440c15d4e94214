import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as its reader sees it. */
export type Received = { to: string; subject: string; text: string }

export type MailServer = {
  url: string
  /** What has arrived, oldest first. */
  received: Received[]
  /** Resolves with the newest message to an address that came after `since` others; rejects after five seconds. */
  next(to: string, since?: number): Promise<Received>
  close(): Promise<void>
}

/** A real SMTP server on a free port of the loopback, which takes everything. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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

/** Subject and text of a message of one part. */
function readMessage(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )
  const body = rest.join('\r\n\r\n')
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(quoted(body, encoding), 'latin1')
  return {
    subject: words(headers.get('subject') ?? ''),
    text: bytes.toString('utf8').replaceAll('\r\n', '\n').trim(),
  }
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
