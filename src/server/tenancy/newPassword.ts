import { randomInt } from 'node:crypto'
import { firstLine, readHidden } from '#server/commands/typed.ts'
import { StartupProblem } from '#server/process/startup.ts'

/** `isMade`: generated, so it must be shown. */
export type NewPassword = { password: string; isMade: boolean }

/**
 * Typed twice at a terminal, unseen; else the first line of stdin; generated if empty. Never an argv flag: visible in
 * `ps` and shell history.
 */
export async function newPassword(username: string): Promise<NewPassword> {
  const entered = process.stdin.isTTY ? await readHiddenTwice(username) : await firstLine()
  return entered ? { password: entered, isMade: false } : { password: makePassword(), isMade: true }
}

async function readHiddenTwice(username: string): Promise<string> {
  const first = await readHidden(`Password for ${username} (leave empty to create one): `)
  if (first && first !== (await readHidden('Repeat password: '))) {
    throw new StartupProblem('The passwords do not match. Nothing was changed.')
  }
  return first
}

/** No look-alikes, for reading aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Five groups of five characters: 123 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
