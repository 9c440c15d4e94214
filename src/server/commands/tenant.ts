import { resolve } from 'node:path'
import { shown } from '#server/backup/damage.ts'
import { importTenant } from '#server/backup/importTenant.ts'
import { newestBackup, readManifest } from '#server/backup/manifest.ts'
import { openBackupSource } from '#server/backup/place.ts'
import { runBackup } from '#server/backup/runBackup.ts'
import { openKey } from '#server/backup/sealedKey.ts'
import { type Opened, openForCommand } from '#server/commands/command.ts'
import { progressLine } from '#server/commands/progressLine.ts'
import { callerFolder, runCommand } from '#server/commands/runCommand.ts'
import { type Config, readConfig } from '#server/config.ts'
import { translate } from '#server/i18n.ts'
import { openSecretsOf, secretsOf } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { changeTenant, createTenant } from '#server/tenancy/addTenant.ts'
import { addAdmin, adminsOf, resetAdmin } from '#server/tenancy/admins.ts'
import { type AdminIdentity, parseCommand, type TenantCommand } from '#server/tenancy/commandLine.ts'
import { type NewPassword, newPassword } from '#server/tenancy/newPassword.ts'
import { readTenant, type Tenant } from '#server/tenancy/tenants.ts'
import { passwordProblem } from '#server/users/passwordRules.ts'
import { hashPassword } from '#server/users/passwords.ts'

const usage = `Adds wholesalers, changes operator-only settings and restores access for admins.

  npm run tenant -- list
  npm run tenant -- create KEY --name NAME --admin USERNAME [--admin-email ADDRESS] [settings]
  npm run tenant -- set KEY [--name NAME] [--remove-host NAME]… [settings]
  npm run tenant -- admin KEY USERNAME [--email ADDRESS] [--reset-totp]
  npm run tenant -- export KEY FILE.zip
  npm run tenant -- import FILE.zip [--as KEY]

  KEY                 the wholesaler's short name; its shop is also at http://KEY.localhost
  --host NAME         a host name for its shop, such as shop.example.com; can be repeated
  --languages tr,en   the languages it offers
  --main-language tr  the language of its catalogue; texts in the others are translations
  --price-group CB    the prices that visitors without an account see
  --currency TRY      the currency of new prices that do not name one
  --time-zone NAME    where its days begin, such as Europe/Rome
  --open, --no-open   show the shop to everyone, or only to customers
  --transfer, --no-transfer
                      transfer orders to the wholesaler's ERP, or not
  --reset-totp        remove the second factor: authenticator, recovery codes and email codes

create starts with tr,en, a catalogue in tr, CB, TRY, Europe/Istanbul, a closed shop and transfer. admin adds the user, or makes an existing user an admin,
with a new password; their sessions end. You are asked for the password, or it is read from the first line of standard
input. If none is given, one is created and shown once. A running server picks up the change within two seconds.

export writes everything of a wholesaler, with its photos, into a file; import adds it to another Toptan of the same
version, without its host names: set KEY --host adds those. BACKUP_PASSPHRASE seals the key in the file, and opens it
again. The wholesaler stays where it was: stop its orders before you export, and do not let both go on.

--env FILE takes the settings from a file of NAME=value lines, such as /etc/toptan.env.
Exit code: 0 done, 1 failed, 2 wrong usage.`

await runCommand(async (args) => {
  const command = parseCommand(args)
  if (command.what === 'help') console.log(usage)
  else await run(command)
  return 0
}, usage)

async function run(command: Exclude<TenantCommand, { what: 'help' }>): Promise<void> {
  await using opened = await openForCommand()
  if (command.what === 'list') await list(opened)
  if (command.what === 'create') await create(opened, command)
  if (command.what === 'set') await set(opened, command)
  if (command.what === 'admin') await resetAdminAccess(opened, command)
  if (command.what === 'export') await exportTenant(opened, command)
  if (command.what === 'import') await bringTenant(opened, command)
}

async function list({ database, tenants }: Opened): Promise<void> {
  const lines: string[] = []
  for (const { id } of tenants) {
    const tenant = await readTenant(database, id)
    const admins = await database.inTenant(tenant.id, 'read', adminsOf)
    const { key, displayName, hosts, languages, priceGroup, currencyCode, isDemo } = tenant
    lines.push(
      `${key}  ${displayName}${isDemo ? '  (demo)' : ''}`,
      `  hosts        ${[...hosts, `${key}.localhost`].join(' ')}`,
      `  languages    ${languages.join(' ')}`,
      `  price group  ${priceGroup} ${currencyCode}`,
      `  admins       ${admins.join(', ') || 'none'}`,
    )
  }
  console.log(lines.join('\n') || 'There are no wholesalers yet.')
}

async function create(opened: Opened, { tenant, admin }: TenantCommand & { what: 'create' }): Promise<void> {
  // Before asking for a password; createTenant checks again.
  if (opened.tenants.some(({ key }) => key === tenant.key)) {
    throw new StartupProblem(`There is already a wholesaler ${tenant.key}.`)
  }
  const chosen = await passwordFor(admin, tenant)
  const passwordHash = await hashPassword(chosen.password)
  await createTenant(opened.connections, tenant, (tx) => addAdmin(tx, { ...admin, passwordHash }, new Date()))
  const { port } = readConfig()
  const local = `http://${tenant.key}.localhost${port ? `:${port}` : ''}`
  const hosts = [local, ...(tenant.hosts ?? []).map((host) => `https://${host}`)]
  console.log(`${tenant.displayName} was added: ${hosts.map((host) => `${host}/panel`).join('  ')}`)
  showPassword(admin, chosen)
}

async function set({ connections }: Opened, { key, change }: TenantCommand & { what: 'set' }): Promise<void> {
  await changeTenant(connections, key, change)
  console.log(`${key} was changed.`)
}

async function resetAdminAccess(
  opened: Opened,
  { key, admin, resetSecondFactor }: TenantCommand & { what: 'admin' },
) {
  const entry = opened.tenants.find((one) => one.key === key)
  if (!entry) {
    const keys = opened.tenants.map((one) => one.key).join(', ')
    throw new StartupProblem(`There is no wholesaler ${key}. Wholesalers: ${keys || 'none'}.`)
  }
  const tenant = await readTenant(opened.database, entry.id)
  const chosen = await passwordFor(admin, tenant)
  const passwordHash = await hashPassword(chosen.password)
  const wasThere = await opened.database.inTenant(tenant.id, 'write', (tx) =>
    resetAdmin(tx, { ...admin, passwordHash }, resetSecondFactor, new Date()),
  )
  console.log(`${admin.username} ${wasThere ? 'has a new password' : 'was added'} and is an admin of ${key}.`)
  showPassword(admin, chosen)
}

async function exportTenant({ connections }: Opened, { key, file }: TenantCommand & { what: 'export' }) {
  const config = readConfig()
  const line = progressLine()
  try {
    const place = { file: fileAt(file) }
    const passphrase = passphraseOf(config)
    const onProgress = line.show
    const report = await runBackup({ config, connections, place, passphrase, tenantKey: key, onProgress })
    line.end()
    const rows = Object.values(report?.manifest.tenants[0]?.rows ?? {}).reduce((sum, count) => sum + count, 0)
    console.log(`${key} was exported to ${place.file} and read back: ${rows.toLocaleString('en')} rows.`)
  } finally {
    line.end()
  }
}

async function bringTenant(
  { connections, photos }: Opened,
  { file, as }: TenantCommand & { what: 'import' },
): Promise<void> {
  const config = readConfig()
  const line = progressLine()
  await using source = await openBackupSource({ file: fileAt(file) })
  const manifest = await readManifest(source, await newestBackup(source))
  const from = secretsOf(openKey(manifest.key.sealed ?? '', passphraseOf(config)))
  const to = await openSecretsOf(connections, config)
  try {
    const { key, takenAt, leftOutHosts } = await importTenant({
      connections,
      objects: photos.objects,
      source,
      manifest,
      secrets: { from, to },
      as,
      log: (text) => console.error(text),
      onProgress: line.show,
    })
    line.end()
    console.log(`${key} was imported as of ${takenAt}. Its users sign in again.`)
    if (leftOutHosts.length > 0)
      console.log(
        `Its host names were left out: ${shown(leftOutHosts.join(' '), 1000)}\n` +
          `Add those that lead to this Toptan: npm run tenant -- set ${key} --host NAME`,
      )
  } finally {
    line.end()
  }
}

function fileAt(given: string): string {
  return resolve(callerFolder(), given)
}

function passphraseOf({ backupPassphrase }: Config): string {
  if (backupPassphrase === undefined)
    throw new StartupProblem('Set BACKUP_PASSPHRASE: it seals the key in the file.')
  return backupPassphrase
}

/** With the rules for all users. */
async function passwordFor({ username, email }: AdminIdentity, tenant: Pick<Tenant, 'key' | 'displayName'>) {
  const chosen = await newPassword(username)
  const names = [username, email, tenant.displayName, tenant.key].filter(Boolean)
  const problem = passwordProblem(chosen.password, names)
  if (problem) {
    throw new StartupProblem(`The password was refused. Nothing was changed. ${translate('en', problem)}.`)
  }
  return chosen
}

/** Shown once: only its hash is stored. */
function showPassword({ username }: AdminIdentity, { password, isMade }: NewPassword): void {
  if (isMade) console.log(`Username:  ${username}\nPassword:  ${password}   (shown only once)`)
}
