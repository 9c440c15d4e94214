import { connect } from 'node:tls'
import pLimit from 'p-limit'
import type { Overview } from '#shared/operator.ts'

type Certificate = Overview['certificates'][number]

const timeoutMs = 4000
const atOnce = 20
const keptMs = 60 * 60_000

let kept: { hosts: string; until: number; found: Promise<Certificate[]> } | undefined

/** As a browser would see them, asked once an hour. */
export function certificatesOf(addresses: URL[]): Promise<Certificate[]> {
  const hosts = addresses.map(({ host }) => host).join(' ')
  if (kept?.hosts !== hosts || kept.until < Date.now())
    kept = { hosts, until: Date.now() + keptMs, found: pLimit(atOnce).map(addresses, certificateOf) }
  return kept.found
}

function certificateOf({ host, hostname, port }: URL): Promise<Certificate> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    })
    const end = (endsAt: string | null, error: string) => {
      socket.destroy()
      resolve({ host, endsAt, error })
    }
    socket.setTimeout(timeoutMs, () => end(null, 'it does not answer'))
    socket.once('error', ({ message }) => end(null, message))
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      const endsAt = validTo ? new Date(validTo).toISOString() : null
      end(endsAt, socket.authorizationError ? String(socket.authorizationError) : '')
    })
  })
}
