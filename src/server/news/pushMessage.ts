import { outboundRequest } from '#server/erp/outbound.ts'
import type { Secrets } from '#server/process/secrets.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { Language } from '#shared/tenancy.ts'
import { pushKeysOf } from './pushKeys.ts'

export type PushDevice = {
  sessionId: string
  address: string
  publicKey: string
  authSecret: string
  language: Language
}

/** `path`: what opens at a press. `tag`: a newer message with it takes the place of an older one. */
export type PushMessage = { title: string; body: string; path: string; tag: string; language: Language }

type Sender = { secrets: Secrets; publicUrl: string | undefined; tenant: Pick<Tenant, 'hosts'> }

/** A push service keeps a message so long for a browser that is not running. */
const lifetimeSeconds = 3 * 24 * 3600
const timeoutMs = 10_000
/**
 * Required by RFC 8292, for the push service to reach who sends too much. Apple's refuses names of this machine, under
 * which no browser but one of this machine subscribes.
 */
function contactOf({ publicUrl, tenant: { hosts } }: Sender): string {
  if (hosts[0]) return `https://${hosts[0]}`
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:push@localhost'
}

/**
 * Sends to a browser, encrypted for it alone (RFC 8291). `gone`: it has unsubscribed, or its keys do not fit. A browser's
 * address is whatever a caller says, so it must not lead into the operator's network.
 */
export async function sendPush(
  { address, publicKey, authSecret }: PushDevice,
  message: PushMessage,
  sender: Sender,
): Promise<'sent' | 'gone' | 'failed'> {
  // Loaded on first use: few tenants send any.
  const { default: webPush } = await import('web-push')
  const subscription = { endpoint: address, keys: { p256dh: publicKey, auth: authSecret } }
  const options = {
    vapidDetails: { subject: contactOf(sender), ...pushKeysOf(sender.secrets) },
    TTL: lifetimeSeconds,
    topic: message.tag.replaceAll('-', '').slice(0, 32),
  }
  const request = attempt(() =>
    webPush.generateRequestDetails(subscription, JSON.stringify(message), options),
  )
  // Its keys are none, and stay so.
  if (!request) return 'gone'
  const { headers, body, endpoint } = request
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await outboundRequest(endpoint, {
    method: 'POST',
    headers,
    body,
    signal,
    maxBytes: 100_000,
  }).catch(() => undefined)
  if (!answer) return 'failed'
  if (answer.status < 300) return 'sent'
  return [401, 403, 404, 410].includes(answer.status) ? 'gone' : 'failed'
}

/** Undefined if it throws. */
function attempt<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
