import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Window } from './interleave.ts'
import type { BenchCall } from './workloads.ts'

/** `milliseconds` has only the calls of the measured time, `answered` all. */
type LoadResult = {
  answered: number
  failures: Map<string, number>
  milliseconds: number[]
  seconds: number
}

type Answer = { status: number; bytes: number }

/**
 * Sends requests over keep-alive connections, one at a time each. Bare sockets take less CPU from the server than
 * node:http's client.
 */
export async function load(
  port: number,
  next: () => Buffer,
  options: Window & { connections: number; begin: () => unknown; end: () => unknown },
): Promise<LoadResult> {
  const result: LoadResult = { answered: 0, failures: new Map(), milliseconds: [], seconds: 0 }
  const phase = { measuring: false, done: false }
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(port)))
  const sending = Promise.all(
    sockets.map(async (socket) => {
      const send = requestSender(socket)
      while (!phase.done) {
        const request = next()
        const started = performance.now()
        const { status } = await send(request)
        result.answered += 1
        if (status !== 200)
          result.failures.set(`HTTP ${status}`, (result.failures.get(`HTTP ${status}`) ?? 0) + 1)
        if (phase.measuring && !phase.done) result.milliseconds.push(performance.now() - started)
      }
    }),
  )
  const run = async () => {
    await wait(options.warmUpSeconds)
    await options.begin()
    const started = performance.now()
    phase.measuring = true
    await wait(options.seconds)
    phase.done = true
    result.seconds = (performance.now() - started) / 1000
    await options.end()
  }
  try {
    await Promise.all([run(), sending])
  } finally {
    phase.done = true
    for (const socket of sockets) socket.destroy()
  }
  return result
}

type Sender = { host: string; token: string }

export function requestOf(
  { host, token }: Sender,
  { method, url, payload, langCode }: BenchCall,
  acceptEncoding?: string,
): Buffer {
  const head = [
    `${method} ${url} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(langCode ? [`langCode: ${langCode}`] : []),
    ...(acceptEncoding ? [`Accept-Encoding: ${acceptEncoding}`] : []),
  ]
  if (!payload) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`)
  const text = JSON.stringify(payload)
  const about = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return Buffer.from(`${[...head, ...about].join('\r\n')}\r\n\r\n${text}`)
}

/** Returns the complete answer as received. */
export async function callOnce(port: number, request: Buffer): Promise<{ status: number; wire: Buffer }> {
  const socket = await open(port)
  try {
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    const { status } = await requestSender(socket)(request)
    return { status, wire: Buffer.concat(parts) }
  } finally {
    socket.destroy()
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends one request at a time. Parses answers only to find their ends. */
function requestSender(socket: Socket): (request: Buffer) => Promise<Answer> {
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let head = ''
  let answer: (Answer & { length: number }) | undefined
  let tail = Buffer.alloc(0)
  const fail = (error?: Error) => settle?.reject(error ?? new Error('The server closed the connection'))
  socket.on('error', fail)
  socket.on('close', () => fail())
  socket.on('data', (part: Buffer) => {
    let content = part
    if (!answer) {
      const end = part.indexOf('\r\n\r\n')
      head += part.toString('latin1', 0, end < 0 ? part.length : end)
      if (end < 0) return
      const length = /\ncontent-length: (\d+)/i.exec(head)?.[1]
      answer = { status: Number(head.slice(9, 12)), bytes: 0, length: length ? Number(length) : -1 }
      content = part.subarray(end + 4)
    }
    answer.bytes += content.length
    if (answer.length < 0) tail = Buffer.concat([tail, content]).subarray(-7)
    const done = answer.length < 0 ? tail.equals(lastChunk) : answer.bytes >= answer.length
    if (!done) return
    const complete = answer
    answer = undefined
    head = ''
    tail = Buffer.alloc(0)
    settle?.resolve(complete)
  })
  return (request) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      socket.write(request)
    })
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

export function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
