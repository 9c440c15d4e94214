import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartupProblem } from '#server/process/startup.ts'

/* What a person types at a command, or a script pipes into it. */

/** A line typed at a terminal, unseen. */
export async function readHidden(question: string): Promise<string> {
  process.stderr.write(question)
  try {
    return await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
  } finally {
    process.stderr.write('\n')
  }
}

/** A line typed at a terminal; else the first line of stdin. */
export const readLine = (question: string): Promise<string> =>
  process.stdin.isTTY ? ask(question, process.stderr) : firstLine()

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      const cancel = () => reject(new StartupProblem('Cancelled. Nothing was changed.'))
      reader.on('SIGINT', cancel).on('close', cancel).question(question, resolve)
    })
  } finally {
    reader.close()
  }
}

export async function firstLine(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line
    return ''
  } finally {
    // An open pipe must not keep the process alive.
    process.stdin.destroy()
  }
}
