/**
 * Something the operator can put right: a port in use, a broken data folder, a missing binary.
 * The message is one clear sentence; the entry points print it alone, without a stack, and exit 1.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}
