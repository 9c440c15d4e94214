import { lookup as dnsLookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** `wasSent`: part of the request may have arrived. */
export class Failed extends Error {
  constructor(message, wasSent) {
    super(message)
    this.wasSent = wasSent
  }
}

/**
 * Follows no redirect and uses no proxy.
 * @param {string} address
 * @param {{ method: string, headers: Record<string, string>, body?: string, signal: AbortSignal, maxBytes: number }} options
 * @returns {Promise<{ status: number, body: string }>} rejects with {@link Failed}
 */
export function ask(address, { method, headers, body, signal, maxBytes }) {
  const url = new URL(address)
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    let wasSent = false
    const fail = (error) => reject(new Failed(error.message || error.code, wasSent))
    const sent = send(url, { method, headers: { ...headers, ...length }, lookup, signal }, (answer) => {
      const parts = []
      let size = 0
      answer.on('data', (part) => {
        size += part.length
        parts.push(part)
        if (size > maxBytes) answer.destroy(new Error(`the answer is longer than ${maxBytes} bytes`))
      })
      answer.on('error', fail)
      answer.on('end', () =>
        resolve({ status: answer.statusCode, body: Buffer.concat(parts).toString('utf8') }),
      )
    })
    sent.on('socket', (socket) => {
      if (!socket.connecting) wasSent = true
      else
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          wasSent = true
        })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Names below localhost are this machine (RFC 6761), which not every system knows. */
function lookup(host, options, callback) {
  dnsLookup(host.endsWith('.localhost') ? '127.0.0.1' : host, options, callback)
}
