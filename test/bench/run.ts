/*
 * npm run bench [-- --quick]: measures calls of the shop and the office beside the limits of database and HTTP server,
 * and writes test/bench/results. BENCH_PRODUCTS: other sizes. BENCH_ONLY: a part of the titles to measure. CPU
 * profiles: NODE_OPTIONS=--cpu-prof. Fails on wrong answers or order counts, never on times.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { commit, loads, machine } from './conditions.ts'
import { plans } from './plan.ts'
import { writeReport } from './report.ts'
import type { SizeResult } from './results.ts'
import { measureSize } from './size.ts'

const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)

const isQuick = process.argv.includes('--quick')
const at = new Date().toISOString()
const loadAtStart = loads()
const measuredCommit = commit()
const sizes: SizeResult[] = []
for (const plan of plans(isQuick)) {
  const folder = await mkdtemp(join(os.tmpdir(), 'toptan-bench-'))
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  try {
    sizes.push(await measureSize(folder, plan))
  } finally {
    await eraseEmbedded(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}
const about = { at, commit: measuredCommit, machine: machine(), loadAtStart, loadAtEnd: loads(), isQuick }
console.log(`\n${await writeReport({ ...about, sizes })}`)
const problems = sizes.flatMap((size) => size.problems)
for (const problem of problems) console.error(`Inconsistent: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
process.off('disconnect', exitNow)
process.disconnect?.()
