import { rm } from 'node:fs/promises'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { embeddedFolder, requireDatabase } from '#server/db/open.ts'
import { mailFolder } from '#server/mail/mailer.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { readCommandConfig } from './command.ts'
import { runPlainCommand } from './runCommand.ts'

const usage = `Deletes the embedded database, its photos and its mails.

  npm run db:reset [-- --env FILE]`

await runPlainCommand(async () => {
  const config = readCommandConfig()
  if (config.database) {
    throw new StartupProblem(
      'db:reset erases only the embedded database. It never touches the database of DATABASE_URL.',
    )
  }
  await requireDatabase(config)
  await eraseEmbedded(embeddedFolder(config))
  const { photos } = config
  // A bucket belongs to the operator.
  for (const folder of [...('folder' in photos ? [photos.folder] : []), mailFolder(config.dataDir)]) {
    await rm(folder, { recursive: true, force: true })
  }
  console.log('The embedded database, its photos and mails were deleted. The next start creates new ones.')
  return 0
}, usage)
