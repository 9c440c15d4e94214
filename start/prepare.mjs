import { spawnSync } from 'node:child_process'
import * as crypto from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import {
  environmentFor,
  hasSources,
  npmCommand,
  Problem,
  runCaptured,
  runQuietly,
  say,
  signalExitCode,
  throwOnFailure,
} from './run.mjs'
import { read, takeTurn } from './turn.mjs'

const runtime = path.resolve('.runtime')
const nodeVersion = '24.21.0'
const platform = `${process.platform}-${process.arch}`
const installedStamp = path.join('node_modules', '.toptan-stamp')

/** What is built, by its folder in `dist`. */
const builds = {
  web: {
    config: 'vite.config.ts',
    sources: [
      'src/web',
      'src/shared',
      'vite',
      'vite.config.ts',
      'postcss.config.js',
      'postcss.config.mjs',
      'postcss.config.cjs',
    ],
  },
  server: {
    config: 'vite/server.ts',
    sources: ['src/server', 'src/shared', 'db/demo', 'vite/server.ts'],
  },
}

/** Returns the Node to run with. Concurrent starts take turns. */
export async function prepare(task) {
  if (!hasSources) return nodeOfMachine()
  const missingBuilds = () =>
    Object.entries(builds).filter(
      ([folder]) => task.built && !(task.built === 'any' ? fs.existsSync(`dist/${folder}`) : isBuilt(folder)),
    )
  const isReady = () => findNode() && isInstalled() && missingBuilds().length === 0
  if (!isReady()) {
    const release = await waitForTurn()
    try {
      if (!findNode()) await installNode()
      if (!isInstalled()) await install(findNode())
      for (const [folder] of missingBuilds()) await build(folder, findNode())
    } finally {
      release()
    }
  }
  return findNode()
}

function nodeOfMachine() {
  if (isNewEnough()) return process.execPath
  throw new Problem(`Toptan needs Node 24.16 or later; this is Node ${process.versions.node}.`)
}

/** The server needs both; Node has them since 24.16. */
function isNewEnough() {
  return crypto.argon2 && crypto.randomUUIDv7
}

function findNode() {
  if (isNewEnough()) return process.execPath
  const installed = nodeIn(path.join(runtime, `node-${nodeVersion}-${platform}`))
  return fs.existsSync(installed) ? installed : null
}

function nodeIn(directory) {
  return path.join(directory, 'node_modules', `node-${platform}`, 'bin', 'node')
}

async function installNode() {
  say(`Getting Node ${nodeVersion} (this machine has ${process.versions.node}) …`)
  const unfinished = path.join(runtime, `new-${process.pid}`)
  for (const name of fs.readdirSync(runtime).filter((entry) => entry.startsWith('new-')))
    fs.rmSync(path.join(runtime, name), { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true })
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const advice = `Node ${nodeVersion} could not be installed. Install Node 24.16 or later, or see the npm error above.`
  // The "node" package downloads its program in an install script; this one contains it.
  const command = npmCommand(process.execPath, [
    'install',
    '--prefix',
    unfinished,
    ...options,
    `node-${platform}@${nodeVersion}`,
  ])
  await runQuietly(...command, environmentFor(process.execPath), advice)
  const works = spawnSync(nodeIn(unfinished), ['--version'], { encoding: 'utf8' }).status === 0
  if (!works)
    throw new Problem(
      `Node ${nodeVersion} from npm does not run on this system. Install Node 24.16 or later.`,
    )
  const target = path.join(runtime, `node-${nodeVersion}-${platform}`)
  fs.rmSync(target, { recursive: true, force: true })
  fs.renameSync(unfinished, target)
}

async function waitForTurn() {
  try {
    return await takeTurn(runtime, (isFirst) => {
      if (signalExitCode()) throw new Problem('Interrupted.')
      if (isFirst) say('Waiting for another start in this folder to finish installing …')
    })
  } catch (error) {
    throw new Problem(`Cannot install anything in this folder (${error.message}).`)
  }
}

/** By our stamp, or complete after a manual install. */
function isInstalled() {
  if (read(installedStamp) === lockStamp()) return true
  if (!isCompleteWithoutStamp()) return false
  fs.writeFileSync(installedStamp, lockStamp())
  return true
}

function lockStamp() {
  return `${crypto.createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex')} ${platform}`
}

/** npm writes this record last. */
function isCompleteWithoutStamp() {
  const record = read(path.join('node_modules', '.package-lock.json'))
  if (!record) return false
  const present = JSON.parse(record).packages
  const locked = Object.entries(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages)
  return locked.every(([directory, entry]) => {
    if (directory === '') return true
    if (present[directory]) return present[directory].version === entry.version
    return entry.optional && !isForThisPlatform(entry)
  })
}

function isForThisPlatform({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes('glibc'))
}

async function install(node) {
  say('Installing packages …')
  const npm = (...args) =>
    runCaptured(
      ...npmCommand(node, [...args, '--include=dev', '--no-audit', '--no-fund']),
      environmentFor(node),
    )
  // The lock file names what is installed, so what npm's cache knows of a package need not be asked for again.
  let result = await installLocked(npm, '--prefer-offline')
  // The cache is older than a version.
  if (result.code !== 0 && result.output.includes('ETARGET'))
    result = await installLocked(npm, '--prefer-online')
  throwOnFailure(result, 'The packages could not be installed. See the npm error above.')
  fs.writeFileSync(installedStamp, lockStamp())
}

async function installLocked(npm, freshness) {
  const strict = await npm('ci', freshness)
  // "npm ci" also needs other platforms' packages, which some registries lack. "npm install" skips them and still
  // obeys the lock file.
  if (strict.code === 0 || !strict.output.includes('EUSAGE') || !isLockOfPackageFile()) return strict
  // A killed install may leave packages that look complete.
  fs.rmSync('node_modules', { recursive: true, force: true })
  return npm('install', '--no-save', freshness)
}

function isLockOfPackageFile() {
  const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  const locked = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages['']
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (part) => listed(manifest[part]) === listed(locked[part]),
  )
}

function listed(part) {
  // Node 18 has no toSorted.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  return JSON.stringify(Object.entries(part ?? {}).sort())
}

/** Whether `dist` has what the sources make now. */
export function isBuilt(folder) {
  return read(path.join('dist', folder, '.stamp')) === stampOf(folder)
}

function stampOf(folder) {
  const hash = crypto.createHash('sha256')
  for (const file of [...builds[folder].sources.flatMap(filesIn), 'package-lock.json']) {
    const content = fs.readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [file] : []
  // Node 18 has no toSorted.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  const names = fs.readdirSync(file).sort()
  return names.flatMap((name) => filesIn(path.join(file, name)))
}

/** Renames at the end, so that a killed build leaves the old one intact. */
async function build(folder, node) {
  const { config } = builds[folder]
  say(`Building the ${folder} …`)
  for (const entry of fs.existsSync('dist') ? fs.readdirSync('dist') : [])
    if (entry.startsWith(`${folder}.new-`) || entry.startsWith(`${folder}.old-`))
      fs.rmSync(path.join('dist', entry), { recursive: true, force: true })
  const stamp = stampOf(folder)
  const newDirectory = path.resolve('dist', `${folder}.new-${process.pid}`)
  const output = ['--outDir', newDirectory, '--emptyOutDir']
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, ...output]
  // With another NODE_ENV, as tests and developers have it, Vite takes React's larger and slower build.
  const env = { ...environmentFor(node), NODE_ENV: 'production' }
  await runQuietly(node, vite, env, `The ${folder} could not be built. See the error above.`)
  fs.writeFileSync(path.join(newDirectory, '.stamp'), stamp)
  const oldDirectory = path.resolve('dist', `${folder}.old-${process.pid}`)
  const target = path.join('dist', folder)
  if (fs.existsSync(target)) fs.renameSync(target, oldDirectory)
  fs.renameSync(newDirectory, target)
  fs.rmSync(oldDirectory, { recursive: true, force: true })
}
