import { fileURLToPath } from 'node:url'

/** Every module of the web gets zod by way of src/web/zod.ts, which sets it up before any schema is made. */
export const zodAlias = [
  { find: /^zod$/, replacement: fileURLToPath(new URL('../src/web/zod.ts', import.meta.url)) },
]
