import { newestBackup, readManifest } from '#server/backup/manifest.ts'
import { openBackupSource, readBackupPlace } from '#server/backup/place.ts'
import { type LastNumbers, restore } from '#server/backup/restore.ts'
import { openKey } from '#server/backup/sealedKey.ts'
import { openStorage, requireDatabase } from '#server/db/open.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import { keepSecretKey } from '#server/process/secrets.ts'
import { StartupProblem, UsageMistake } from '#server/process/startup.ts'
import { readCommandConfig } from './command.ts'
import { progressLine } from './progressLine.ts'
import { callerFolder, readArguments, runCommand } from './runCommand.ts'

const usage = `Restores a backup into an empty database: the embedded one, or that of DATABASE_URL.

  npm run restore -- PLACE [--new] [--name NAME] [--trial] [--keep-numbers]

  PLACE    FILE.zip, a folder or s3://BUCKET/PREFIX, as given to npm run backup
  --new    create the embedded database in DATA_DIR, if there is none yet
  --name   which of the backups there; by default the newest
  --trial  pause ERP links and drop mails that wait, so that nothing leaves this machine
  --keep-numbers
           go on after the last order number of the backup. Otherwise numbers skip ahead by at least 1,000, so that
           none is given again that an order had which was placed after the backup

BACKUP_PASSPHRASE opens the key in the backup, which then lies in the data folder, unless SECRET_KEY holds it.
An interrupted restore goes on with the same command; until then no server starts.

--env FILE takes the settings from a file of NAME=value lines, such as /etc/toptan.env.
Exit code: 0 done, 1 failed, 2 wrong usage.`

await runCommand(async (args) => {
  const options = readOptions(args)
  if (!options) console.log(usage)
  else await run(options)
  return 0
}, usage)

type Options = NonNullable<ReturnType<typeof readOptions>>

function readOptions(args: string[]) {
  const { values, positionals } = readArguments(args, {
    new: { type: 'boolean', default: false },
    name: { type: 'string' },
    trial: { type: 'boolean', default: false },
    'keep-numbers': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return null
  const [given, ...others] = positionals
  if (given === undefined) throw new UsageMistake('Name the place of the backup.')
  if (others.length > 0) throw new UsageMistake(`Not accepted: ${others.join(', ')}.`)
  return { ...values, place: readBackupPlace(given, process.env, callerFolder()) }
}

async function run({
  place,
  name,
  trial,
  new: mayCreate,
  'keep-numbers': keepsNumbers,
}: Options): Promise<void> {
  const config = readCommandConfig()
  if (!mayCreate) await requireDatabase(config, '; --new creates one here')
  else if (config.database) throw new UsageMistake('--new is for the embedded database; DATABASE_URL is set.')
  await using source = await openBackupSource(place)
  const manifest = await readManifest(source, name ?? (await newestBackup(source)))
  const { sealed, fingerprint } = manifest.key
  const secretKey = sealed === undefined ? undefined : openKey(sealed, passphraseOf(config.backupPassphrase))
  const { objects } = openPhotoStore(config.photos)
  await objects.check()
  const storage = await openStorage(config)
  const line = progressLine()
  let lastNumbers: LastNumbers
  try {
    const { connections } = storage
    const log = (text: string) => {
      line.end()
      console.error(text)
    }
    lastNumbers = await restore({
      connections,
      objects,
      source,
      manifest,
      log,
      onProgress: line.show,
      isTrial: trial,
      keepsNumbers,
    })
    // Only now: a restore that was refused leaves a machine as it was.
    if (secretKey !== undefined) await keepSecretKey(config, secretKey)
  } finally {
    line.end()
    await storage.close()
  }
  console.log(`${manifest.name} was restored.`)
  for (const { id, key, takenAt, lastOrderNumber } of manifest.tenants.slice(0, 20)) {
    const next = (lastNumbers.get(id) ?? lastOrderNumber) + 1
    console.log(`  ${key}  as of ${takenAt}, last order ${lastOrderNumber}, the next one will be ${next}`)
  }
  console.log(
    'Orders placed after that are lost here. Those that an ERP got are listed in the panel: ERP, Comparison.',
  )
  console.log(
    'Users sign in again. Operators are not in a backup: add them with npm run operator -- add USERNAME.',
  )
  if (secretKey === undefined)
    console.log(
      `The backup has no key: put the one with the fingerprint ${fingerprint} in SECRET_KEY or the data folder.`,
    )
}

function passphraseOf(given: string | undefined): string {
  if (given === undefined)
    throw new StartupProblem('Set BACKUP_PASSPHRASE to the passphrase that the backup was made with.')
  return given
}
