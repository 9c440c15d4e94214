import type { AddressInfo } from 'node:net'
import type { Call } from '#server/http/http.ts'

type Parts = Pick<Call, 'tenant' | 'request' | 'services'>

/**
 * Origin for mailed links. Never the Host header alone, or attackers could mail links to their own site. The tenant's
 * called host, else its first, else PUBLIC_URL's, whose protocol and port apply to all. Without either, this
 * machine's names. Undefined for any other name, which the caller may have made up.
 */
export function publicAddress({ tenant, request, services: { publicUrl } }: Parts): string | undefined {
  const hostname = request.hostname.toLowerCase()
  const protocol = request.protocol === 'https' ? 'https:' : 'http:'
  const host = tenant.hosts.find((name) => name === hostname) ?? tenant.hosts[0]
  if (host) {
    const { protocol: scheme, port } = publicUrl ? new URL(publicUrl) : { protocol, port: '' }
    return `${scheme}//${host}${port && `:${port}`}`
  }
  if (publicUrl) return publicUrl
  if ([`${tenant.key}.localhost`, 'localhost', '127.0.0.1'].includes(hostname)) {
    const listening = request.server.server.address() as AddressInfo
    return `${protocol}//${hostname}:${listening.port}`
  }
  return undefined
}
