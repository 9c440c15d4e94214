import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { newId } from './newId.ts'

test('ids are ordered UUIDv7s, even if the clock stops or goes back', () => {
  onTestFinished(() => void vi.useRealTimers())
  const first = newId()
  const quick = Array.from({ length: 20_000 }, newId)
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const late = Array.from({ length: 20_000 }, newId)
  const all = [first, ...quick, ...late]
  // Counted: printing a large diff takes minutes.
  expect(all.filter((id, index) => id <= (all[index - 1] ?? '')).length).toBe(0)
  expect(all.filter((id) => !z.uuidv7().safeParse(id).success).length).toBe(0)
})

test('an id contains its time of creation', () => {
  onTestFinished(() => void vi.useRealTimers())
  const future = Date.now() + 3_600_000
  vi.useFakeTimers({ now: future })
  expect(Number.parseInt(newId().replace('-', '').slice(0, 12), 16)).toBe(future)
})
