import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('#web/api.ts', () => ({
  CallFailed: class extends Error {
    status: number
    constructor(status: number) {
      super()
      this.status = status
    }
  },
}))
const online = vi.hoisted(() => {
  const heard = new Set<() => void>()
  Object.assign(globalThis, {
    window: {
      addEventListener: (_: string, listener: () => void) => heard.add(listener),
      removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
      setTimeout: (work: () => void, delayMs: number) => setTimeout(work, delayMs),
    },
  })
  return heard
})
const { CallFailed } = await import('#web/api.ts')
const { deliver, inTurn } = await import('./synchroniser.ts')
const failWith = (status: number) => {
  throw new CallFailed(status, {})
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('calls about one cart wait for each other, also after a failure; other carts do not', async () => {
  const done: string[] = []
  let endFirst = () => {}
  const first = inTurn('a', () => new Promise<void>((resolve) => (endFirst = resolve)))
  const second = inTurn('a', async () => {
    done.push('a2')
    throw new Error('refused')
  })
  const third = inTurn('a', async () => void done.push('a3'))
  await inTurn('b', async () => void done.push('b'))
  expect(done).toEqual(['b'])
  endFirst()
  await first
  await expect(second).rejects.toThrow('refused')
  await third
  expect(done).toEqual(['b', 'a2', 'a3'])
})

test('a call is repeated after 1, 2, 4 seconds until answered, and at once when online', async () => {
  let calls = 0
  let isAnswering = false
  const waits: boolean[] = []
  const call = async () => {
    calls += 1
    return isAnswering ? 'placed' : failWith(503)
  }
  const { signal } = new AbortController()
  const answer = deliver('a', { call, signal, onWait: (isSlow) => waits.push(isSlow) })
  for (const [delayMs, expected] of [
    [0, 1],
    [1000, 2],
    [1999, 2],
    [1, 3],
    [4000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(delayMs)
    expect(calls).toBe(expected)
  }
  isAnswering = true
  for (const listener of online) listener()
  expect(await answer).toBe('placed')
  expect(waits).toEqual([false, false, false, false])
  expect(online.size).toBe(0)
})

test('a refusal ends it, and so does stopping it, which aborts the call', async () => {
  const { signal } = new AbortController()
  await expect(
    deliver('a', { call: async () => failWith(409), signal, onWait: () => {} }),
  ).rejects.toMatchObject({
    status: 409,
  })
  const stop = new AbortController()
  let isAborted = false
  const call = (callSignal: AbortSignal) =>
    new Promise<never>(() => callSignal.addEventListener('abort', () => (isAborted = true)))
  const stopped = deliver('a', { call, signal: stop.signal, onWait: () => {} })
  stop.abort()
  await expect(stopped).rejects.toThrow()
  expect([isAborted, online.size]).toEqual([true, 0])
  await expect(deliver('a', { call, signal: stop.signal, onWait: () => {} })).rejects.toThrow()
})
