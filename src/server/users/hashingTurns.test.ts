import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/errors.ts'
import { hashingTurns } from './hashingTurns.ts'

const hashMs = 20

/** Turns that know how long a hash takes: at least 20 ms. */
async function measuredTurns() {
  const turns = hashingTurns({ parallel: 2, maxWaitMs: 10 * hashMs })
  await turns.take().run(() => sleep(hashMs))
  return turns
}

/** Takes turns until one is refused. */
function takeAll({ take }: ReturnType<typeof hashingTurns>) {
  const taken: ReturnType<typeof take>[] = []
  for (;;) {
    try {
      taken.push(take())
    } catch (error) {
      expect((error as Refusal).code).toBe('server.busy')
      return taken
    }
  }
}

test('hashes two at a time, in the order of their calls', async () => {
  const turns = await measuredTurns()
  const events: string[] = []
  const hash = (name: string) =>
    turns.take().run(async () => {
      events.push(`${name} begins`)
      await sleep(hashMs)
      events.push(`${name} ends`)
    })
  await Promise.all(['a', 'b', 'c'].map(hash))
  expect(events).toEqual(['a begins', 'b begins', 'a ends', 'c begins', 'b ends', 'c ends'])
})

test('refuses a turn that would come too late, also before the others hash', async () => {
  const turns = await measuredTurns()
  const taken = takeAll(turns)
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(taken.length).toBeLessThanOrEqual(21)
  const failed = taken.map((turn) => turn.run(() => Promise.reject(new Error('broken'))))
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).not.toContain('fulfilled')
  expect(await turns.take().run(async () => 'hashed')).toBe('hashed')
})

test('a turn that is not used is free again, once', async () => {
  const turns = await measuredTurns()
  const taken = takeAll(turns)
  for (const turn of taken.slice(0, 1)) {
    turn[Symbol.dispose]()
    turn[Symbol.dispose]()
  }
  expect(takeAll(turns)).toHaveLength(1)
})

test('with nobody before it a turn is free, however slow the last hash was', async () => {
  const turns = hashingTurns({ parallel: 1, maxWaitMs: 1 })
  await turns.take().run(() => sleep(hashMs))
  const only = turns.take()
  expect(() => turns.take()).toThrow(Refusal)
  only[Symbol.dispose]()
  turns.take()
})
