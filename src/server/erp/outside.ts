import { lookup as resolve } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { ErpError } from './connector.ts'

/** Networks that an address typed by a tenant may not lead to: ourselves, and whatever stands beside us. */
const inner = new BlockList()
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
  inner.addSubnet(network, bits, 'ipv4')
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
  inner.addSubnet(network, bits, 'ipv6')
}

let allowed = new BlockList()

/** Lets links lead to these networks all the same: 10.1.0.0/16, or one address. By the operator's ERP_NETWORKS. */
export function allowNetworks(networks: readonly string[]): void {
  allowed = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    allowed.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
}

/** Whether a link may not lead to an address. IPv4 written as IPv6 (::ffff:10.0.0.1) is the same address. */
export function isInner(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return inner.check(address, family) && !allowed.check(address, family)
}

/** Says the same of a name that is not there and of one that is inner, or a tenant could try which inner names there are. */
const outOfReach = (host: string) =>
  new ErpError(
    'down',
    `${host} does not exist, or it is inside the operator's network. In that case the operator can allow it with ERP_NETWORKS.`,
  )

/** Looks a name up, and refuses it where any of its addresses is an inner one: the one that is checked is connected to. */
const lookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error || addresses.some(({ address }) => isInner(address))) done(outOfReach(host), '')
    else if (options.all) done(null, addresses)
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/**
 * A connection to an address that a tenant has typed, for what speaks another protocol than HTTP. Throws {@link ErpError}:
 * `down` where there is none.
 */
export async function connectOutside(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIP(name) > 0 && isInner(name)) throw outOfReach(name)
  return await new Promise((resolveSocket, reject) => {
    const socket = connect({ host: name, port, lookup, signal, noDelay: true })
    const fail = (error: Error) =>
      reject(error instanceof ErpError ? error : new ErpError('down', wordsOf(error, `${host}:${port}`)))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolveSocket(socket)
    })
  })
}

/** `body` as it is sent. An answer longer than `mostBytes` (50 MB unless told) is not read to its end. */
export type OutsideRequest = {
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
  mostBytes?: number
}
export type OutsideAnswer = {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

/**
 * A request to an address that a tenant has typed. No redirect is followed, no proxy asked. Throws {@link ErpError}: `down`
 * where nothing reached the other side, `unknown` where the request was sent and its answer did not come whole.
 */
export async function askOutside(address: string, asked: OutsideRequest): Promise<OutsideAnswer> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0 && isInner(host)) throw outOfReach(host)
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const { method, headers = {}, body, signal, mostBytes = 50_000_000 } = asked
  return await new Promise((resolveAnswer, reject) => {
    let wasSent = false
    const fail = (error: Error) => {
      if (error instanceof ErpError) reject(error)
      else reject(new ErpError(wasSent ? 'unknown' : 'down', wordsOf(error, url.host)))
    }
    const sent = send(url, { method, headers: withLength(headers, body), lookup, signal }, (answer) => {
      const parts: Buffer[] = []
      let length = 0
      answer.on('data', (part: Buffer) => {
        length += part.length
        parts.push(part)
        if (length > mostBytes) answer.destroy(new Error(`the answer is longer than ${mostBytes} bytes`))
      })
      answer.on('error', fail)
      answer.on('end', () => {
        const { statusCode: status = 0, headers: said } = answer
        resolveAnswer({ status, body: Buffer.concat(parts).toString('utf8'), headers: said })
      })
    })
    // From here on something of it may be on its way.
    sent.on('socket', (socket) => {
      const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      if (socket.connecting) socket.once(ready, () => void (wasSent = true))
      else wasSent = true
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

const withLength = (headers: Record<string, string>, body: string | undefined) =>
  body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

function wordsOf(error: Error, host: string): string {
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR') return `${host} did not answer in time`
  if (code === 'ECONNREFUSED') return `No server answers at ${host}`
  if (code === 'ECONNRESET') return `${host} closed the connection`
  return `${host}: ${error.message}`
}
