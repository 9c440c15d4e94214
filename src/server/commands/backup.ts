import { checkBackup } from '#server/backup/checkBackup.ts'
import { listBackups, type Manifest, newestBackup, readManifest } from '#server/backup/manifest.ts'
import { nameOfBackupPlace, openBackupSource, readBackupPlace } from '#server/backup/place.ts'
import { type BackupReport, runBackup } from '#server/backup/runBackup.ts'
import { StartupProblem, UsageMistake } from '#server/process/startup.ts'
import { openCommandStorage, readCommandConfig } from './command.ts'
import { progressLine } from './progressLine.ts'
import { callerFolder, readArguments, runCommand } from './runCommand.ts'

const usage = `Backs up the database, the photos and the key, while Toptan runs or stands still.

  npm run backup -- PLACE [--without-key] [--keep-days DAYS]
  npm run backup -- PLACE --list
  npm run backup -- PLACE --check [--name NAME]

  PLACE             FILE.zip for one backup; a folder or s3://BUCKET/PREFIX for many, which share their photos
  --without-key     leave out the key that secrets are encrypted with; you keep it elsewhere
  --keep-days DAYS  afterwards remove backups older than this; the newest three always stay
  --list            show the backups there
  --check           read a backup to its end, with all photos; by default the newest

BACKUP_PASSPHRASE seals the key in the backup. Whoever restores it needs the passphrase.
Each backup is read back before it counts.

--env FILE takes the settings from a file of NAME=value lines, such as /etc/toptan.env.
Exit code: 0 done, 1 failed, 2 wrong usage.`

await runCommand(async (args) => {
  const options = readOptions(args)
  if (!options) console.log(usage)
  else if (options.list) await list(options)
  else if (options.check) await check(options)
  else await make(options)
  return 0
}, usage)

type Options = NonNullable<ReturnType<typeof readOptions>>

function readOptions(args: string[]) {
  const { values, positionals } = readArguments(args, {
    'without-key': { type: 'boolean', default: false },
    'keep-days': { type: 'string' },
    list: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return null
  const [given, ...others] = positionals
  if (given === undefined) throw new UsageMistake('Name a place for the backup.')
  if (others.length > 0) throw new UsageMistake(`Not accepted: ${others.join(', ')}.`)
  const keepDays = values['keep-days'] === undefined ? undefined : Number(values['keep-days'])
  if (keepDays !== undefined && !(keepDays >= 1)) throw new UsageMistake('--keep-days must be 1 or more.')
  const place = readBackupPlace(given, process.env, callerFolder())
  return { ...values, place, keepDays }
}

async function make({ place, keepDays, 'without-key': withoutKey }: Options): Promise<void> {
  const config = readCommandConfig()
  const passphrase = withoutKey ? undefined : config.backupPassphrase
  if (passphrase === undefined && !withoutKey)
    throw new StartupProblem(
      'Set BACKUP_PASSPHRASE, which seals the key in the backup, or use --without-key and keep the key elsewhere: ' +
        'without it, authenticators and the passwords of ERP links are lost.',
    )
  const storage = await openCommandStorage(config)
  const line = progressLine()
  try {
    const { connections } = storage
    const report = await runBackup({
      config,
      connections,
      place,
      passphrase,
      ...(keepDays === undefined ? {} : { keeping: { keepDays, isThinned: false } }),
      onProgress: line.show,
    })
    line.end()
    if (report) print(report, nameOfBackupPlace(place))
  } finally {
    line.end()
    await storage.close()
  }
}

function print({ manifest, removed }: BackupReport, place: string): void {
  console.log(`${manifest.name} in ${place}, read back: ${summary(manifest)}`)
  for (const { key, missingPictures } of manifest.tenants)
    if (missingPictures > 0) console.log(`  ${key}: ${missingPictures} photos are not in their store`)
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`)
}

function summary({ tenants, deployment, key }: Manifest): string {
  const rows = tenants.flatMap((tenant) => Object.values(tenant.rows)).reduce((sum, count) => sum + count, 0)
  const bytes = tenants.reduce((sum, tenant) => sum + tenant.bytes, deployment?.bytes ?? 0)
  const pictures = tenants.reduce((sum, tenant) => sum + tenant.pictures, 0)
  const wholesalers =
    tenants.length === 1 ? '1 wholesaler' : `${tenants.length.toLocaleString('en')} wholesalers`
  return (
    `${wholesalers}, ${rows.toLocaleString('en')} rows in ${(bytes / 1e6).toFixed(1)} MB, ` +
    `${pictures.toLocaleString('en')} photos${key.sealed ? '' : ', without the key'}`
  )
}

async function list({ place }: Options): Promise<void> {
  await using source = await openBackupSource(place)
  const found = await listBackups(source)
  if (found.length === 0) console.log('There is no backup yet.')
  for (const { name, isComplete } of found)
    console.log(`${name}  ${isComplete ? summary(await readManifest(source, name)) : 'not complete'}`)
}

async function check({ place, name }: Options): Promise<void> {
  await using source = await openBackupSource(place)
  const manifest = await readManifest(source, name ?? (await newestBackup(source)))
  const line = progressLine()
  try {
    await checkBackup(source, manifest, { onProgress: line.show })
  } finally {
    line.end()
  }
  console.log(`${manifest.name} is whole: ${summary(manifest)}`)
}
