import * as fs from 'node:fs'
import path from 'node:path'

/** The file that says who is preparing the clone: a line for the process, and one for each it had to start. */
let turnFile = null

/**
 * Waits until no other start of this clone is preparing it, and answers what ends our turn. The work of a start
 * that was killed is waited for too.
 * @param directory where the file that says so is kept
 * @param onWait called in every round of waiting, with true in the first; what it throws ends the wait
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

/** Writes down a process that works for us, so that the next start waits for it even if we are killed. */
export function noteWorker(pid) {
  if (turnFile) fs.appendFileSync(turnFile, lineOf(pid))
}

/** The text of a file, or null when there is none. */
export function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function create(file) {
  try {
    fs.writeFileSync(file, lineOf(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the file of a start that is over; another start may have done so and written its own meanwhile. */
function clear(file, holders) {
  const aside = `${file}-${process.pid}`
  try {
    fs.renameSync(file, aside)
    if (read(aside) === holders) fs.rmSync(aside, { force: true })
    else fs.renameSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Whether all who wrote the file have ended; an empty one belongs to a process that is about to write. */
function isOver(file, holders) {
  const lines = holders.split('\n').filter((line) => line !== '')
  if (lines.length === 0)
    return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5000
  return lines.every((line) => !isRunning(...line.split(' ')))
}

function isRunning(pid, start) {
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  // The number may be another process's by now.
  return startOf(pid) === start
}

function lineOf(pid) {
  return `${pid} ${startOf(pid)}\n`
}

/** When a process started, in the system's own ticks; "-" where the system does not say. */
function startOf(pid) {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields?.[19] ?? '-'
}
