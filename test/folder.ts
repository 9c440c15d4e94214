import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty one until the test ends; may be called before each. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
