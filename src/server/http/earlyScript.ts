import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Inline script element, and its hash for the content security policy. */
export type EarlyScript = { element: string; source: string }

/** The built src/web/early.ts, inlined because it runs first. */
export async function readEarlyScript(webFolder: string): Promise<EarlyScript> {
  const assets = join(webFolder, 'assets')
  const file = (await readdir(assets)).find((name) => /^early-.*\.js$/.test(name))
  if (!file) throw new Error('The browser side was built without its early script')
  // A classic script, because modules wait for the document; wrapped to keep its names local.
  const text = `(()=>{${await readFile(join(assets, file), 'utf8')}})()`
  const hash = createHash('sha256').update(text).digest('base64')
  return { element: `<script>${text}</script>`, source: `'sha256-${hash}'` }
}
