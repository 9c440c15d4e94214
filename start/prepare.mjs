import { spawnSync } from 'node:child_process'
import * as crypto from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { attempt, environmentFor, insist, interruption, npmCommand, Problem, quietly, say } from './run.mjs'
import { read, takeTurn } from './turn.mjs'

const runtime = path.resolve('.runtime')
const nodeVersion = '24.21.0'
const platform = `${process.platform}-${process.arch}`
const installedStamp = path.join('node_modules', '.toptan-stamp')

/** Does what is missing, and answers the Node to run with. Two starts at once take turns. */
export async function prepare(task) {
  const isReady = () => findNode() && isInstalled() && (!task.web || isBuilt())
  if (!isReady()) {
    const release = await turn()
    try {
      if (!findNode()) await bringNode()
      if (!isInstalled()) await install(findNode())
      if (task.web && !isBuilt()) await buildWeb(findNode())
    } finally {
      release()
    }
  }
  return findNode()
}

/** The Node that runs us if it has what the server needs, or the one brought earlier. */
function findNode() {
  // Beside type stripping, which every Node of theirs has; the later of them came with 24.16.
  if (crypto.argon2 && crypto.randomUUIDv7) return process.execPath
  const brought = nodeIn(path.join(runtime, `node-${nodeVersion}-${platform}`))
  return fs.existsSync(brought) ? brought : null
}

function nodeIn(directory) {
  return path.join(directory, 'node_modules', `node-${platform}`, 'bin', 'node')
}

async function bringNode() {
  say(`Getting Node ${nodeVersion} (this machine has ${process.versions.node}) …`)
  const unfinished = path.join(runtime, `new-${process.pid}`)
  for (const name of fs.readdirSync(runtime).filter((entry) => entry.startsWith('new-')))
    fs.rmSync(path.join(runtime, name), { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true })
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const advice = `Node ${nodeVersion} could not be installed. Install Node 24.16 or later, or see the npm error above.`
  // The package "node" finds its program in an install script; the one per platform holds it.
  const command = npmCommand(process.execPath, [
    'install',
    '--prefix',
    unfinished,
    ...options,
    `node-${platform}@${nodeVersion}`,
  ])
  await quietly(...command, environmentFor(process.execPath), advice)
  const works = spawnSync(nodeIn(unfinished), ['--version'], { encoding: 'utf8' }).status === 0
  if (!works)
    throw new Problem(
      `Node ${nodeVersion} from npm does not run on this system. Install Node 24.16 or later.`,
    )
  const place = path.join(runtime, `node-${nodeVersion}-${platform}`)
  fs.rmSync(place, { recursive: true, force: true })
  fs.renameSync(unfinished, place)
}

async function turn() {
  try {
    return await takeTurn(runtime, (isFirst) => {
      if (interruption()) throw new Problem('Interrupted.')
      if (isFirst) say('Waiting for another start in this folder to finish installing …')
    })
  } catch (error) {
    throw new Problem(`Cannot install anything in this folder (${error.message}).`)
  }
}

/** Whether node_modules is what package-lock.json says: by our stamp, or installed by hand and complete. */
function isInstalled() {
  if (read(installedStamp) === wantedStamp()) return true
  if (!isCompleteByHand()) return false
  fs.writeFileSync(installedStamp, wantedStamp())
  return true
}

function wantedStamp() {
  return `${crypto.createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex')} ${platform}`
}

/** npm's own record, which it writes last, names every package this platform needs. */
function isCompleteByHand() {
  const record = read(path.join('node_modules', '.package-lock.json'))
  if (!record) return false
  const present = JSON.parse(record).packages
  const wanted = Object.entries(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages)
  return wanted.every(([place, entry]) => {
    if (place === '') return true
    if (present[place]) return present[place].version === entry.version
    return entry.optional && !isForThisPlatform(entry)
  })
}

function isForThisPlatform({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes('glibc'))
}

async function install(node) {
  say('Installing packages …')
  const options = ['--include=dev', '--no-audit', '--no-fund']
  const advice = 'The packages could not be installed. See the npm error above.'
  const strict = await attempt(...npmCommand(node, ['ci', ...options]), environmentFor(node))
  // "npm ci" wants the packages of all other platforms too, which not every registry carries. "npm install"
  // does without them, and takes the versions of the lock file all the same.
  if (strict.code !== 0 && strict.output.includes('EUSAGE') && isLockOfPackageFile()) {
    // An install that was killed may have left packages that look whole.
    fs.rmSync('node_modules', { recursive: true, force: true })
    await quietly(...npmCommand(node, ['install', '--no-save', ...options]), environmentFor(node), advice)
  } else insist(strict, advice)
  fs.writeFileSync(installedStamp, wantedStamp())
}

/** Whether package-lock.json was written for this very package.json. */
function isLockOfPackageFile() {
  const asked = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  const locked = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages['']
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (part) => listed(asked[part]) === listed(locked[part]),
  )
}

function listed(part) {
  // Node 18 has no toSorted.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  return JSON.stringify(Object.entries(part ?? {}).sort())
}

/** Whether dist/web was built from these very sources. */
function isBuilt() {
  return read(path.join('dist', 'web', '.stamp')) === webStamp()
}

function webStamp() {
  const hash = crypto.createHash('sha256')
  const sources = [
    'src/web',
    'src/shared',
    'vite',
    'vite.config.ts',
    'postcss.config.js',
    'postcss.config.mjs',
    'postcss.config.cjs',
  ]
  for (const file of [...sources.flatMap(filesIn), 'package-lock.json']) {
    const content = fs.readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(place) {
  const found = fs.statSync(place, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [place] : []
  // Node 18 has no toSorted.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  const names = fs.readdirSync(place).sort()
  return names.flatMap((name) => filesIn(path.join(place, name)))
}

/** Builds beside the final place and renames, so that a build that was killed leaves the old one whole. */
async function buildWeb(node) {
  say('Building the web …')
  for (const name of fs.existsSync('dist') ? fs.readdirSync('dist') : [])
    if (/^web\.(new|old)-/.test(name)) fs.rmSync(path.join('dist', name), { recursive: true, force: true })
  const stamp = webStamp()
  const fresh = path.resolve('dist', `web.new-${process.pid}`)
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', fresh, '--emptyOutDir']
  await quietly(node, vite, environmentFor(node), 'The web could not be built. See the error above.')
  fs.writeFileSync(path.join(fresh, '.stamp'), stamp)
  const old = path.resolve('dist', `web.old-${process.pid}`)
  if (fs.existsSync('dist/web')) fs.renameSync('dist/web', old)
  fs.renameSync(fresh, 'dist/web')
  fs.rmSync(old, { recursive: true, force: true })
}
