import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { poolQueue } from './poolQueue.ts'

/** Runs until told to end. */
function work(name: string, begun: string[]) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = async () => {
    begun.push(name)
    await ended
  }
  return { run, end }
}

test('runs as much work as there are connections, and urgent work first', async () => {
  const queue = poolQueue(2)
  const begun: string[] = []
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name, begun))
  const urgent = ['order 1', 'order 2'].map((name) => work(name, begun))
  const runs = [
    ...all.map(({ run }) => queue.run(false, run)),
    ...urgent.map(({ run }) => queue.run(true, run)),
  ]
  expect(begun).toEqual(['a', 'b'])
  for (const { end } of [...all, ...urgent]) end()
  await Promise.all(runs)
  expect(begun).toEqual(['a', 'b', 'order 1', 'order 2', 'c', 'd'])
})

test('failed work frees its connection', async () => {
  const queue = poolQueue(1)
  const failing = queue.run(false, () => Promise.reject(new Error('It failed')))
  const next = queue.run(false, () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('It failed')
  expect(await next).toBe('done')
})

test('the expected wait grows with the queue and with hold times', async () => {
  const queue = poolQueue(2)
  const begun: string[] = []
  const holding = [work('a', begun), work('b', begun)]
  const runs = holding.map(({ run }) => queue.run(false, run))
  expect(queue.expectedWaitMs()).toBe(0)
  const waiting = Array.from({ length: 10 }, () => queue.run(false, () => Promise.resolve()))
  await sleep(20)
  const early = queue.expectedWaitMs()
  expect(early).toBeGreaterThan(0)
  await sleep(20)
  expect(queue.expectedWaitMs()).toBeGreaterThan(early)
  for (const { end } of holding) end()
  await Promise.all([...runs, ...waiting])
  expect(queue.expectedWaitMs()).toBe(0)
})
