import { StartupProblem } from './startup.ts'

/** Expected problems print one sentence and exit with 1. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof StartupProblem ? `\n${error.message}\n` : error)
  }
}
