import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { anySignal } from './anySignal.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Nested, so that nothing references the timeout. */
function limited(milliseconds: number): AbortSignal {
  const inner = anySignal(AbortSignal.timeout(milliseconds), new AbortController().signal)
  return anySignal(inner, new AbortController().signal)
}

test('a timeout that expired while unreferenced has aborted', async () => {
  const signal = limited(30)
  for (let turn = 0; turn < 10; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- what a turn has held is collected after it
    await sleep(20)
    collectGarbage()
  }
  expect([signal.aborted, signal.reason?.name]).toEqual([true, 'TimeoutError'])
})
