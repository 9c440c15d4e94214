import type { AddressInfo } from 'node:net'
import type { Call } from '#server/http.ts'

type Parts = Pick<Call, 'tenant' | 'request' | 'services'>

/**
 * Where links in mails lead: never where the request merely says it came to, or whoever asks for a link could have it
 * lead to a site of their own. The name is one that we know: the tenant's host that was called, else its first, else
 * that of PUBLIC_URL, whose protocol and port count for all of them. Where neither is set the machine's own names are
 * taken, with the port that we listen on. Throws where none of them was called.
 */
export function publicAddress({ tenant, request, services: { publicUrl } }: Parts): string {
  const called = request.hostname.toLowerCase()
  const protocol = request.protocol === 'https' ? 'https:' : 'http:'
  const host = tenant.hosts.find((name) => name === called) ?? tenant.hosts[0]
  if (host) {
    const { protocol: scheme, port } = publicUrl ? new URL(publicUrl) : { protocol, port: '' }
    return `${scheme}//${host}${port && `:${port}`}`
  }
  if (publicUrl) return publicUrl
  if ([`${tenant.key}.localhost`, 'localhost', '127.0.0.1'].includes(called)) {
    const listening = request.server.server.address() as AddressInfo
    return `${protocol}//${called}:${listening.port}`
  }
  throw new Error(
    `Tenant ${tenant.key} has no host name, and PUBLIC_URL is not set: where should links lead?`,
  )
}
