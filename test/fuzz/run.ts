/* npm run fuzz [-- --calls 30000] [-- --seed 1]: test/fuzz.test.ts with more calls. */
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30000' }, seed: { type: 'string', default: '1' } },
})
process.env.FUZZ_CALLS = values.calls
process.env.FUZZ_SEED = values.seed
const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)
const vitest = await startVitest('test', ['test/fuzz.test.ts'], { watch: false })
await vitest.close()
process.off('disconnect', exitNow)
process.disconnect?.()
