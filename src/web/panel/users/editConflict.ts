import { CallFailed } from '#web/api.ts'

/** Whether someone else changed or deleted the record first. */
export function isEditConflict(error: unknown): boolean {
  return error instanceof CallFailed && (error.code === 'record.changed' || error.code === 'notFound')
}
