/**
 * Something the operator can put right: a port in use, a broken data folder, a missing binary.
 * The message is one clear sentence; the entry points print it alone, without a stack, and exit 1.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}

/** A command was called in a way that it does not know; the message is one sentence. */
export class UsageMistake extends Error {
  override name = 'UsageMistake'
}
