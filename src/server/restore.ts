import { newestBackup, readManifest } from './backup/manifest.ts'
import { openBackupSource, readBackupPlace } from './backup/place.ts'
import { restore } from './backup/restore.ts'
import { openKey } from './backup/sealedKey.ts'
import { readConfig } from './config.ts'
import { openStorage } from './db/open.ts'
import { openPhotoStore } from './images/photoStore.ts'
import { progressLine } from './progressLine.ts'
import { readArguments, runCommand } from './runCommand.ts'
import { keepSecretKey } from './secrets.ts'
import { StartupProblem, UsageMistake } from './startup.ts'

const usage = `Restores a backup into an empty database: the embedded one, or that of DATABASE_URL.

  npm run restore -- PLACE [--name NAME] [--trial]

  PLACE    FILE.zip, a folder or s3://BUCKET/PREFIX, as given to npm run backup
  --name   which of the backups there; by default the newest
  --trial  pause ERP links and drop mails that wait, so that nothing leaves this machine

BACKUP_PASSPHRASE opens the key in the backup, which then lies in the data folder, unless SECRET_KEY holds it.
An interrupted restore goes on with the same command; until then no server starts.

Exit code: 0 done, 1 failed, 2 wrong usage.`

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2))
  if (!options) console.log(usage)
  else await run(options)
  return 0
}, usage)

type Options = NonNullable<ReturnType<typeof readOptions>>

function readOptions(args: string[]) {
  const { values, positionals } = readArguments(args, {
    name: { type: 'string' },
    trial: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return null
  const [given, ...others] = positionals
  if (given === undefined) throw new UsageMistake('Name the place of the backup.')
  if (others.length > 0) throw new UsageMistake(`Not accepted: ${others.join(', ')}.`)
  return { ...values, place: readBackupPlace(given, process.env, process.env.INIT_CWD ?? process.cwd()) }
}

async function run({ place, name, trial }: Options): Promise<void> {
  const config = readConfig()
  await using source = await openBackupSource(place)
  const manifest = await readManifest(source, name ?? (await newestBackup(source)))
  const { sealed, fingerprint } = manifest.key
  const key = sealed === undefined ? undefined : openKey(sealed, passphraseOf(config.backupPassphrase))
  const { objects } = openPhotoStore(config.photos)
  await objects.check()
  const storage = await openStorage(config)
  const line = progressLine()
  try {
    const { connections } = storage
    const log = (text: string) => {
      line.end()
      console.error(text)
    }
    await restore({ connections, objects, source, manifest, log, onProgress: line.show, isTrial: trial })
    // Only now: a restore that was refused leaves a machine as it was.
    if (key !== undefined) await keepSecretKey(config, key)
  } finally {
    line.end()
    await storage.close()
  }
  console.log(`${manifest.name} was restored.`)
  for (const tenant of manifest.tenants.slice(0, 20))
    console.log(`  ${tenant.key}  as of ${tenant.takenAt}, last order ${tenant.lastOrderNumber}`)
  if (key === undefined)
    console.log(
      `The backup has no key: put the one with the fingerprint ${fingerprint} in SECRET_KEY or the data folder.`,
    )
}

function passphraseOf(given: string | undefined): string {
  if (given === undefined)
    throw new StartupProblem('Set BACKUP_PASSPHRASE to the passphrase that the backup was made with.')
  return given
}
