import { lookup as resolve } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { ErpError } from './connector.ts'

/** SSRF: a tenant's address must not lead here. */
const internalNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  internalNetworks.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  internalNetworks.addSubnet(network, bits, 'ipv6')
}

let allowedNetworks = new BlockList()

/** The operator's ERP_NETWORKS (CIDR or address) are allowed. */
export function allowNetworks(networks: readonly string[]): void {
  allowedNetworks = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    allowedNetworks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
}

/** Treats IPv4-mapped IPv6 (::ffff:10.0.0.1) as IPv4. */
export function isInternal(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return internalNetworks.check(address, family) && !allowedNetworks.check(address, family)
}

/** Same error for unknown names, so that tenants cannot probe internal ones. */
const unreachableError = (host: string) =>
  new ErpError(
    'down',
    `${host} does not exist, or it is inside the operator's network. In that case the operator can allow it with ERP_NETWORKS.`,
  )

/** Refuses a name if any address is internal, and connects to the checked one (no DNS rebinding). */
const lookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error || addresses.some(({ address }) => isInternal(address))) done(unreachableError(host), '')
    else if (options.all) done(null, addresses)
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/** TCP to a tenant's address. Throws {@link ErpError} `down`. */
export async function outboundConnect(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIP(name) > 0 && isInternal(name)) throw unreachableError(name)
  return await new Promise((resolveSocket, reject) => {
    const socket = connect({ host: name, port, lookup, signal, noDelay: true })
    const fail = (error: Error) =>
      reject(error instanceof ErpError ? error : new ErpError('down', errorMessage(error, `${host}:${port}`)))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolveSocket(socket)
    })
  })
}

/** Fails for answers over `maxBytes` (default 50 MB). */
export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | Buffer
  signal: AbortSignal
  maxBytes?: number
}
export type OutboundAnswer = {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

/**
 * HTTP to a tenant's address, without redirects or proxies. Throws {@link ErpError}: `down` if nothing was sent,
 * `unknown` if no complete answer came.
 */
export async function outboundRequest(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0 && isInternal(host)) throw unreachableError(host)
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const { method, headers = {}, body, signal, maxBytes = 50_000_000 } = request
  return await new Promise((resolveAnswer, reject) => {
    let wasSent = false
    const fail = (error: Error) => {
      if (error instanceof ErpError) reject(error)
      else reject(new ErpError(wasSent ? 'unknown' : 'down', errorMessage(error, url.host)))
    }
    const clientRequest = send(
      url,
      { method, headers: withLength(headers, body), lookup, signal },
      (answer) => {
        const parts: Buffer[] = []
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          parts.push(part)
          if (length > maxBytes) answer.destroy(new Error(`the answer is longer than ${maxBytes} bytes`))
        })
        answer.on('error', fail)
        answer.on('end', () => {
          const { statusCode: status = 0, headers: answerHeaders } = answer
          resolveAnswer({ status, body: Buffer.concat(parts).toString('utf8'), headers: answerHeaders })
        })
      },
    )
    // From now on data may be sent.
    clientRequest.on('socket', (socket) => {
      const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      if (socket.connecting) socket.once(ready, () => void (wasSent = true))
      else wasSent = true
    })
    clientRequest.on('error', fail)
    clientRequest.end(body)
  })
}

const withLength = (headers: Record<string, string>, body: string | Buffer | undefined) =>
  body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

function errorMessage(error: Error, host: string): string {
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR') return `${host} did not answer in time`
  if (code === 'ECONNREFUSED') return `No server answers at ${host}`
  if (code === 'ECONNRESET') return `${host} closed the connection`
  return `${host}: ${error.message}`
}
