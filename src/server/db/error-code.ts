/** For instance ENOENT (system) or 57P03 (PostgreSQL). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
