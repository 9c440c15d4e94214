import type { BareAnswer } from './bareServer.ts'
import { callOnce } from './load.ts'
import type { Transaction } from './recording.ts'
import type { ServerChild } from './serverChild.ts'

/** Calls made one after the other: what each sent to the database, and their answers. */
export type RecordedCalls = { calls: Transaction[][]; answers: BareAnswer[]; meanMs: number }

const unrecordedCalls = 8
const maxCalls = 30
const maxSeconds = 3

/** `placesOrders`: the answer's ids must differ in each call that is replayed. */
export async function recordCalls(
  child: ServerChild,
  next: () => Buffer,
  placesOrders: boolean,
): Promise<RecordedCalls> {
  const call = async () => {
    const { status, wire } = await callOnce(child.port, next())
    if (status !== 200) throw new Error(wire.toString())
    return answerOf(wire)
  }
  // So that the user is known, and statements have been planned once.
  for (let number = 0; number < unrecordedCalls; number += 1) await call()
  await child.transactions()
  const calls: Transaction[][] = []
  const answers: BareAnswer[] = []
  let callingMs = 0
  while (calls.length < maxCalls && callingMs < maxSeconds * 1000) {
    const started = performance.now()
    const answer = await call()
    callingMs += performance.now() - started
    answers.push(answer)
    const transactions = (await child.transactions()).filter(({ sent }) => sent.length > 0)
    if (placesOrders) transactions.at(-1)?.uniqueValues.push(...idsOf(answer))
    calls.push(transactions)
  }
  return { calls, answers, meanMs: callingMs / calls.length }
}

function idsOf({ body }: BareAnswer): string[] {
  const { guidKey, orderId } = JSON.parse(body.toString()) as { guidKey: string; orderId: string }
  return [guidKey, orderId]
}

/** node:http adds these itself. */
const automaticHeaders = new Set(['date', 'connection', 'keep-alive'])

function answerOf(wire: Buffer): BareAnswer {
  const end = wire.indexOf('\r\n\r\n')
  const headers = wire
    .toString('latin1', 0, end)
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    .filter(([name]) => !automaticHeaders.has(name.toLowerCase()))
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  const body = wire.subarray(end + 4)
  return { headers, body: isChunked ? unchunked(body) : body }
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf('\r\n', at) + 2
    const length = Number.parseInt(body.toString('latin1', at, start), 16)
    parts.push(body.subarray(start, start + length))
    at = start + length + 2
  }
  return Buffer.concat(parts)
}
