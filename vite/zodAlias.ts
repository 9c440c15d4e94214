import { fileURLToPath } from 'node:url'

/** src/web/zod.ts sets zod up before any schema is made. */
export const zodAlias = [
  { find: /^zod$/, replacement: fileURLToPath(new URL('../src/web/zod.ts', import.meta.url)) },
]
