import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { readEnvironmentFile } from '#server/process/environmentFile.ts'
import { StartupProblem, UsageMistake } from '#server/process/startup.ts'

/**
 * Expected problems print one sentence and exit with 1; a wrong call prints how it is meant and exits with 2.
 * @param work gets the arguments without `--env FILE`, whose settings are in the environment by then
 */
export async function runCommand(work: (args: string[]) => Promise<number>, usage = ''): Promise<void> {
  try {
    process.exitCode = await work(takeSettings(process.argv.slice(2)))
  } catch (error) {
    process.exitCode = error instanceof UsageMistake ? 2 : 1
    if (error instanceof UsageMistake) console.error(`${error.message}\n\n${usage}`.trimEnd())
    else console.error(error instanceof StartupProblem ? `\n${error.message}\n` : error)
  }
}

/** A command that takes nothing but `--env FILE`. */
export function runPlainCommand(work: () => Promise<number>, usage: string): Promise<void> {
  return runCommand(async (args) => {
    if (args.length === 0) return work()
    console.log(usage)
    return args.includes('--help') ? 0 : 2
  })
}

/** What the file says counts, whatever the shell has: as in a service of systemd. */
function takeSettings(args: string[]): string[] {
  const { tokens } = parseArgs({ args, options: { env: { type: 'string' } }, strict: false, tokens: true })
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name !== 'env') continue
    if (!token.value) throw new UsageMistake('--env needs a file with settings.')
    const file = resolve(callerFolder(), token.value)
    Object.assign(process.env, readEnvironmentFile(readSettings(file), file))
    taken.add(token.index)
    if (!token.inlineValue) taken.add(token.index + 1)
  }
  return args.filter((_, index) => !taken.has(index))
}

function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupProblem(`The settings of --env cannot be read (${(error as Error).message}).`)
  }
}

/** Where npm was called: paths in a command's arguments begin there. */
export function callerFolder(): string {
  return process.env.INIT_CWD ?? process.cwd()
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
