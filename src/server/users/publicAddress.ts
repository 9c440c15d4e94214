import type { AddressInfo } from 'node:net'
import type { Call } from '#server/http/http.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'

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
  if (host && !publicUrl) return `${protocol}//${host}`
  const known = addressOf({ hosts: host ? [host] : [] }, publicUrl)
  if (known) return known
  if ([`${tenant.key}.localhost`, 'localhost', '127.0.0.1'].includes(hostname)) {
    const listening = request.server.server.address() as AddressInfo
    return `${protocol}//${hostname}:${listening.port}`
  }
  return undefined
}

/** The origin of links in mails that no request asks for; undefined without PUBLIC_URL, as nothing tells the protocol. */
export function addressOf({ hosts: [host] }: Pick<Tenant, 'hosts'>, publicUrl: string | undefined) {
  if (!host || !publicUrl) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${host}${port && `:${port}`}`
}
