#!/usr/bin/env node
// Runs Toptan's tasks on a bare clone. Plain JavaScript without dependencies, since any Node from 18 on may start it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(path.dirname(fileURLToPath(import.meta.url)))
const { chromium } = await import('./start/chromium.mjs')
const { prepare } = await import('./start/prepare.mjs')
const { endWithNpm, environmentFor, signalExitCode, forwardSignals, Problem, run, serverProgram } =
  await import('./start/run.mjs')

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const playwright = ['node_modules/@playwright/test/cli.js', 'test']
const fuzz = ['test/fuzz/run.ts']

/** Where Debian's package puts the oldest supported PostgreSQL. */
const oldestPostgres = '/usr/lib/postgresql/15/bin'

/** `built` tasks need the built web and server, `chromium` ones a browser. */
const tasks = {
  // From the sources of both; the server only needs some built web to start.
  dev: { run: [['vite/dev.ts']], built: 'any' },
  serve: { run: [serverProgram], built: true },
  import: { run: [['src/server/import.ts']] },
  tenant: { run: [['src/server/tenant.ts']] },
  demo: { run: [['src/server/demo.ts']] },
  jobs: { run: [['src/server/listJobs.ts']] },
  distribute: { run: [['src/server/distribute.ts']] },
  doctor: { run: [['src/server/doctor.ts']] },
  operator: { run: [['src/server/operator.ts']] },
  backup: { run: [['src/server/backup.ts']] },
  restore: { run: [['src/server/restore.ts']] },
  'db:reset': { run: [['src/server/reset.ts']] },
  bench: { run: [['test/bench/run.ts']], built: true },
  'bench:shop': { run: [['test/bench/shopSpeed.ts']], built: true, chromium: true },
  fuzz: { run: [fuzz] },
  'storm:erp': { run: [['test/erp/storm.ts']] },
  build: { run: [], built: true },
  test: { run: [vitest, playwright], built: true, chromium: true },
  // TEST_ALL adds the slow tests to both.
  'test:all': {
    run: [vitest, playwright, fuzz],
    built: true,
    chromium: true,
    env: { TEST_ALL: '1' },
    onOldest: vitest,
  },
  'test:watch': { run: [['node_modules/vitest/vitest.mjs', 'watch']], built: 'any' },
  'test:server': { run: [vitest], built: true },
  'test:oldest': { run: [], built: true, onOldest: vitest },
  check: {
    run: [
      ['node_modules/typescript/bin/tsc', '-b'],
      ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
      ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
      ['node_modules/knip/bin/knip.js'],
      ['test/budgets.ts'],
    ],
    built: true,
  },
  'test:web': { run: [playwright], built: true, chromium: true },
}

forwardSignals()
endWithNpm()
try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  if (!signalExitCode()) console.error(error instanceof Problem ? error.message : error)
  process.exit(signalExitCode() || 1)
}

/** `npm test -- path` runs that file alone. */
function taskName(name, args) {
  if (name !== 'test' || args.length === 0) return name
  return args.some((arg) => /\.spec\.ts|\be2e\b/.test(arg)) ? 'test:web' : 'test:server'
}

async function main([asked = 'serve', ...args]) {
  const name = taskName(asked, args)
  const task = Object.hasOwn(tasks, name) ? tasks[name] : null
  if (!task) throw new Problem(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}.`)
  const node = await prepare(task)
  const env = { ...environmentFor(node), ...task.env }
  if (task.chromium) env.CHROMIUM = await chromium(node)
  const programs = task.run.map((program) => ({ program, env }))
  if (task.onOldest && existsSync(oldestPostgres))
    programs.push({ program: task.onOldest, env: { ...env, TEST_POSTGRES_BIN: oldestPostgres } })
  else if (task.onOldest) console.error(`Not tested on PostgreSQL 15: ${oldestPostgres} does not exist.`)
  let result = 0
  for (const { program, env: programEnv } of programs) {
    // Our own programs stop when this channel breaks, even if this process is killed.
    const channel = program[0].startsWith('node_modules/') ? [] : ['ipc']
    const code = await run(node, [...program, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', ...channel],
      env: programEnv,
    })
    if (signalExitCode()) return code
    result ||= code
  }
  return result
}
