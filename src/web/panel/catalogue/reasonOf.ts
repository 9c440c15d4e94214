import { CallFailed } from '#web/api.ts'

/** The first field's message, else the error itself. */
export function reasonOf(error: unknown): unknown {
  const [reason] = error instanceof CallFailed ? Object.values(error.fields) : []
  return reason ?? error
}
