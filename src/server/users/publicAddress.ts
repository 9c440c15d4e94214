import type { Call } from '#server/http.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'

type Parts = Pick<Call, 'tenant' | 'request' | 'services'>

/**
 * Where links in mails lead: never where the request merely says it came to, or whoever asks for a link could have it
 * lead to a site of their own. The name is one that we know: the tenant's host that was called, else its first, else
 * that of PUBLIC_URL; on a machine without any of these, KEY.localhost. Throws where there is none.
 */
export function publicAddress({ tenant, request, services }: Parts): string {
  const protocol = request.protocol === 'https' ? 'https' : 'http'
  const called = request.hostname.toLowerCase()
  // Of what the request says only a port is taken over, and only where its name is one of ours.
  const port = /^[^:@/\\]+(:\d{1,5})$/.exec(request.host)?.[1] ?? ''
  const own = ownName(tenant, called, services.publicUrl)
  if (own) return `${protocol}://${own}${port}`
  const [host] = tenant.hosts
  if (host) return `${protocol}://${host}`
  if (services.publicUrl) return services.publicUrl
  throw new Error(
    `Tenant ${tenant.key} has no host name, and PUBLIC_URL is not set: where should links lead?`,
  )
}

/** The name that was called, where it is the tenant's. A machine's own names count while it has no other. */
function ownName(tenant: Tenant, called: string, publicUrl: string | undefined): string | undefined {
  const local = tenant.hosts.length === 0 && !publicUrl ? ['localhost', '127.0.0.1'] : []
  return [...tenant.hosts, `${tenant.key}.localhost`, ...local].find((name) => name === called)
}
