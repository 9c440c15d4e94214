import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartupProblem, UsageMistake } from './startup.ts'

/** Expected problems print one sentence and exit with 1; a wrong call prints how it is meant and exits with 2. */
export async function runCommand(work: () => Promise<number>, usage = ''): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = error instanceof UsageMistake ? 2 : 1
    if (error instanceof UsageMistake) console.error(`${error.message}\n\n${usage}`)
    else console.error(error instanceof StartupProblem ? `\n${error.message}\n` : error)
  }
}

/** @throws UsageMistake */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageMistake((error as Error).message)
  }
}
