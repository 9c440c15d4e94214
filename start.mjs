#!/usr/bin/env node
// Runs Toptan's tasks on a bare clone. Plain JavaScript without dependencies, since any Node from 18 on may start it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// npm sets it: where paths among the arguments begin.
process.env.INIT_CWD ??= process.cwd()
process.chdir(path.dirname(fileURLToPath(import.meta.url)))
const { chromium } = await import('./start/chromium.mjs')
const { keepServing } = await import('./start/keepServing.mjs')
const { prepare } = await import('./start/prepare.mjs')
const {
  endWithNpm,
  environmentFor,
  signalExitCode,
  forwardSignals,
  hasSources,
  Problem,
  run,
  serverProgram,
} = await import('./start/run.mjs')

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const playwright = ['node_modules/@playwright/test/cli.js', 'test']
const fuzz = ['test/fuzz/run.ts']

/** Where Debian's package puts the oldest supported PostgreSQL. */
const oldestPostgres = '/usr/lib/postgresql/15/bin'

/** Where there are no sources, it was built with the server. */
const command = (name) => ({
  run: [[hasSources ? `src/server/commands/${name}.ts` : `dist/server/${name}.js`]],
})

const operatorTasks = {
  serve: { run: [serverProgram], built: true },
  import: command('import'),
  tenant: command('tenant'),
  demo: command('demo'),
  jobs: command('listJobs'),
  distribute: command('distribute'),
  doctor: command('doctor'),
  operator: command('operator'),
  backup: command('backup'),
  restore: command('restore'),
  'db:reset': command('reset'),
}

/** `built` tasks need the built web and server, `chromium` ones a browser. */
const developerTasks = {
  // From the sources of both; the server only needs some built web to start.
  dev: { run: [['vite/dev.ts']], built: 'any' },
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

const tasks = hasSources ? { ...operatorTasks, ...developerTasks } : operatorTasks

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
    const runOrKeep = program === serverProgram ? keepServing : run
    const code = await runOrKeep(node, [...program, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', ...channel],
      env: programEnv,
    })
    if (signalExitCode()) return code
    result ||= code
  }
  return result
}
