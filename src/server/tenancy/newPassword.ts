import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartupProblem } from '#server/startup.ts'

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

async function readHidden(question: string): Promise<string> {
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silentOutput, terminal: true })
  process.stderr.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      const cancel = () => reject(new StartupProblem('Cancelled. Nothing was changed.'))
      reader.on('SIGINT', cancel).on('close', cancel).question('', resolve)
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

async function firstLine(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line
    return ''
  } finally {
    // An open pipe must not keep the process alive.
    process.stdin.destroy()
  }
}

/** No look-alikes, for reading aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Five groups of five characters: 123 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
