import { rm } from 'node:fs/promises'
import { readConfig } from './config.ts'
import { eraseEmbedded } from './db/embedded.ts'
import { embeddedFolder } from './db/open.ts'
import { mailFolder } from './mail/mailer.ts'
import { runCommand } from './runCommand.ts'
import { StartupProblem } from './startup.ts'

await runCommand(async () => {
  const config = readConfig()
  if (config.database) {
    throw new StartupProblem(
      'db:reset erases only the embedded database. It never touches the database of DATABASE_URL.',
    )
  }
  await eraseEmbedded(embeddedFolder(config))
  const { photos } = config
  // A bucket belongs to the operator.
  for (const folder of [...('folder' in photos ? [photos.folder] : []), mailFolder(config.dataDir)]) {
    await rm(folder, { recursive: true, force: true })
  }
  console.log('The embedded database, its photos and mails were deleted. The next start creates new ones.')
  return 0
})
