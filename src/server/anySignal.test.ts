import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { anySignal } from './anySignal.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A limit of time in another, as nobody holds it who has made one. */
function limited(milliseconds: number): AbortSignal {
  const inner = anySignal(AbortSignal.timeout(milliseconds), new AbortController().signal)
  return anySignal(inner, new AbortController().signal)
}

test('a limit of time that was over while nobody looked has been over', async () => {
  const signal = limited(30)
  for (let turn = 0; turn < 10; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- what a turn has held is collected after it
    await sleep(20)
    collectGarbage()
  }
  expect([signal.aborted, signal.reason?.name]).toEqual([true, 'TimeoutError'])
})
