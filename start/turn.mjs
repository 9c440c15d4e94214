import * as fs from 'node:fs'
import path from 'node:path'

/** One line per process: the start and each of its children. */
let turnFile = null

/**
 * Waits until no other start is preparing this clone, even the children of a killed one.
 * @param directory where the file is kept
 * @param onWait called in each round, with true in the first; throw to stop waiting
 * @returns ends our turn
 */
export async function takeTurn(directory, onWait) {
  const file = path.join(directory, 'preparing')
  fs.mkdirSync(directory, { recursive: true })
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) await new Promise((resolve) => setTimeout(resolve, 200))
    if (create(file)) {
      turnFile = file
      return () => {
        turnFile = null
        fs.rmSync(file, { force: true })
      }
    }
    const holders = read(file)
    if (holders !== null && isOver(file, holders)) clear(file, holders)
    else onWait(isFirst)
  }
}

/** Records a child, so that the next start waits for it even if we are killed. */
export function recordWorker(pid) {
  if (turnFile) fs.appendFileSync(turnFile, processLine(pid))
}

export function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function create(file) {
  try {
    fs.writeFileSync(file, processLine(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Another start may meanwhile have replaced the file by its own. */
function clear(file, holders) {
  const renamed = `${file}-${process.pid}`
  try {
    fs.renameSync(file, renamed)
    if (read(renamed) === holders) fs.rmSync(renamed, { force: true })
    else fs.renameSync(renamed, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** An empty file belongs to a process about to write. */
function isOver(file, holders) {
  const lines = holders.split('\n').filter((line) => line !== '')
  if (lines.length === 0)
    return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5000
  return lines.every((line) => !isRunning(...line.split(' ')))
}

function isRunning(pid, startedAt) {
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  // The pid may have been reused.
  return startTicks(pid) === startedAt
}

function processLine(pid) {
  return `${pid} ${startTicks(pid)}\n`
}

/** In clock ticks since boot; "-" where there is no /proc. */
function startTicks(pid) {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields?.[19] ?? '-'
}
