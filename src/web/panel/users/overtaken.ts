import { CallFailed } from '#web/api.ts'

/** Whether a save was refused because somebody else has been faster: with a change, or by deleting. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof CallFailed && (error.code === 'record.changed' || error.code === 'notFound')
}
