import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartupProblem } from '#server/startup.ts'

/** A password for an admin, and whether it was made here, so that somebody must be told. */
export type NewPassword = { password: string; isMade: boolean }

/**
 * Gets the password for a user: typed twice at a terminal, unseen; else the first line of standard input; where that
 * is empty one is made. It is no argument: those are seen by everybody on the machine and kept by the shell.
 */
export async function newPassword(username: string): Promise<NewPassword> {
  const given = process.stdin.isTTY ? await typedTwice(username) : await firstLine()
  return given ? { password: given, isMade: false } : { password: makePassword(), isMade: true }
}

async function typedTwice(username: string): Promise<string> {
  const first = await typed(`Password for ${username} (leave empty to create one): `)
  if (first && first !== (await typed('Repeat password: '))) {
    throw new StartupProblem('The passwords do not match. Nothing was changed.')
  }
  return first
}

/** A line typed at the terminal without being shown. */
async function typed(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      const giveUp = () => reject(new StartupProblem('Cancelled. Nothing was changed.'))
      reader.on('SIGINT', giveUp).on('close', giveUp).question('', resolve)
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
    // Whoever keeps the pipe open does not keep us.
    process.stdin.destroy()
  }
}

/** Without letters and digits that are mistaken for one another, when it is read to somebody. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Five times five characters: 123 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
