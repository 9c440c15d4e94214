import { expect, test } from 'vitest'
import { boundedMap } from './boundedMap.ts'

const texts = () => boundedMap<string>({ maxBytes: 10_000, bytesOf: ({ length }) => 2 * length })

test('keeps within its bytes, keys included, whatever the keys are', () => {
  const map = texts()
  for (let at = 0; at < 5000; at += 1) {
    map.set(`${at} ${'k'.repeat(at % 300)}`, 'v'.repeat(at % 500))
    expect(map.bytes).toBeLessThanOrEqual(10_000)
  }
  expect([...map.keys()].length).toBeGreaterThan(5)
})

test('the least recently used leave first, and one that is too large stays until the next', () => {
  const map = texts()
  for (const key of ['a', 'b', 'c']) map.set(key, 'v'.repeat(1400))
  map.get('a')
  map.set('d', 'v'.repeat(1400))
  expect([...map.keys()]).toEqual(['c', 'a', 'd'])
  map.set('large', 'v'.repeat(20_000))
  expect([...map.keys()]).toEqual(['large'])
  map.set('next', '')
  expect([...map.keys()]).toEqual(['next'])
})

test('measures values anew that grow', () => {
  const map = boundedMap<string[]>({ maxBytes: 10_000, bytesOf: (list) => list.length * 1000 })
  const growing: string[] = []
  map.set('other', [])
  map.set('growing', growing)
  growing.push(...'abcdefghij')
  map.get('growing')
  expect([...map.keys()]).toEqual(['growing'])
  map.delete('growing')
  expect(map.bytes).toBe(0)
})
