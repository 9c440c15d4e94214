/** The code an error of the system or of PostgreSQL carries, for instance ENOENT or 57P03. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
