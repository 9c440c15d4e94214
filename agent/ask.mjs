import { lookup as resolve } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** A request that failed. `wasSent`: something of it may have arrived. */
export class Failed extends Error {
  constructor(message, wasSent) {
    super(message)
    this.wasSent = wasSent
  }
}

/**
 * Makes a request. No redirect is followed, no proxy asked.
 * @param {string} address
 * @param {{ method: string, headers: Record<string, string>, body?: string, signal: AbortSignal, mostBytes: number }} asked
 * @returns {Promise<{ status: number, body: string }>} rejects with {@link Failed}
 */
export function ask(address, { method, headers, body, signal, mostBytes }) {
  const url = new URL(address)
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((done, reject) => {
    let wasSent = false
    const fail = (error) => reject(new Failed(error.message || error.code, wasSent))
    const sent = send(url, { method, headers: { ...headers, ...length }, lookup, signal }, (answer) => {
      const parts = []
      let size = 0
      answer.on('data', (part) => {
        size += part.length
        parts.push(part)
        if (size > mostBytes) answer.destroy(new Error(`the answer is longer than ${mostBytes} bytes`))
      })
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode, body: Buffer.concat(parts).toString('utf8') }))
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
function lookup(host, options, done) {
  resolve(host.endsWith('.localhost') ? '127.0.0.1' : host, options, done)
}
