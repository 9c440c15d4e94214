import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A script within the page: its element, and the source by which the content security policy lets it run. */
export type EarlyScript = { element: string; source: string }

/** What src/web/early.ts was built into. It runs before all else, so it stands in the page itself: nothing is quicker. */
export async function readEarlyScript(webFolder: string): Promise<EarlyScript> {
  const assets = join(webFolder, 'assets')
  const file = (await readdir(assets)).find((name) => /^early-.*\.js$/.test(name))
  if (!file) throw new Error('The browser side was built without its early script')
  // No module: those wait until the page has been read. Its names are its own all the same.
  const text = `(()=>{${await readFile(join(assets, file), 'utf8')}})()`
  const hash = createHash('sha256').update(text).digest('base64')
  return { element: `<script>${text}</script>`, source: `'sha256-${hash}'` }
}
