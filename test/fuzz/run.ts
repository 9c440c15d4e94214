/*
 * npm run fuzz: the hostile calls of test/fuzz.test.ts, as many as `--calls` says (30,000), by the seed `--seed` (1).
 * Fails where any is answered with 5xx, or not at all.
 */
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30000' }, seed: { type: 'string', default: '1' } },
})
process.env.FUZZ_CALLS = values.calls
process.env.FUZZ_SEED = values.seed
// Whoever started us is gone: so is the reason to go on.
const giveUp = () => process.exit(1)
process.once('disconnect', giveUp)
const vitest = await startVitest('test', ['test/fuzz.test.ts'], { watch: false })
await vitest.close()
process.off('disconnect', giveUp)
process.disconnect?.()
