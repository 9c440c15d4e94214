/** A problem that the operator can fix. The entry points print the message without a stack and exit with 1. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}

/** A command was called wrongly. */
export class UsageMistake extends Error {
  override name = 'UsageMistake'
}
