import { CallFailed } from '#web/api.ts'

/** Why something was refused: what is wrong with its field, where the server says it, else the failure itself. */
export function reasonOf(error: unknown): unknown {
  const [reason] = error instanceof CallFailed ? Object.values(error.fields) : []
  return reason ?? error
}
