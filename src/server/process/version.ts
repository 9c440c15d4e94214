import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '#server/projectFolder.ts'

/** Version of this Toptan; a release raises it in package.json. */
export const version = (
  JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
).version

/** What to call the Toptan that made something, if it noted its version. */
export const namedVersion = (other: string | undefined): string =>
  other === undefined || other === version ? 'another version of Toptan' : `Toptan ${other}`
