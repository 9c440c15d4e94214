import { type Opened, openForCommand, runCommand } from '#server/command.ts'
import { readConfig } from '#server/config.ts'
import { translate } from '#server/i18n.ts'
import { StartupProblem, UsageMistake } from '#server/startup.ts'
import { changeTenant, createTenant } from '#server/tenancy/addTenant.ts'
import { addAdmin, adminsOf, resetAdmin } from '#server/tenancy/admins.ts'
import { type AdminIdentity, parseCommand, type TenantCommand } from '#server/tenancy/commandLine.ts'
import { type NewPassword, newPassword } from '#server/tenancy/newPassword.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { passwordProblem } from '#server/users/passwordRules.ts'
import { hashPassword } from '#server/users/passwords.ts'

const usage = `Adds wholesalers, changes what only the operator may change, and lets admins in again.

  npm run tenant -- list
  npm run tenant -- create KEY --name NAME --admin USERNAME [--admin-email ADDRESS] [settings]
  npm run tenant -- set KEY [--name NAME] [--remove-host NAME]… [settings]
  npm run tenant -- admin KEY USERNAME [--email ADDRESS] [--reset-totp]

  KEY                 the wholesaler's short name: its shop is at http://KEY.localhost too
  --host NAME         a host name that leads to it, as shop.example.com; may stand several times
  --languages tr,en   the languages it offers
  --price-group CB    the prices that whoever is nobody's customer sees
  --currency TRY      the currency of new prices that name none
  --open, --no-open   the shop is shown to everybody, or to its customers alone
  --transfer, --no-transfer
                      orders are handed to the wholesaler's ERP, or not
  --reset-totp        takes the second factor off: authenticator, recovery codes and codes by mail

create begins with tr,en, CB, TRY, a closed shop and transfer. admin adds the user, or makes an admin of the one there
is, with a new password; their sessions end. The password is asked for, or read from the first line of standard input;
where none is given one is made and shown once. A running server follows within two seconds.

Ends with 0 when it was done, 1 when not, 2 when it was called wrongly.`

await runCommand(async () => {
  try {
    const command = parseCommand(process.argv.slice(2))
    if (command.what === 'help') console.log(usage)
    else await run(command)
    return 0
  } catch (error) {
    if (!(error instanceof UsageMistake)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
})

async function run(command: Exclude<TenantCommand, { what: 'help' }>): Promise<void> {
  const opened = await openForCommand()
  try {
    if (command.what === 'list') await list(opened)
    if (command.what === 'create') await create(opened, command)
    if (command.what === 'set') await set(opened, command)
    if (command.what === 'admin') await resetAdminAccess(opened, command)
  } finally {
    await opened.close()
  }
}

async function list({ database, tenants }: Opened): Promise<void> {
  const lines: string[] = []
  for (const tenant of tenants) {
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
  console.log(lines.join('\n') || 'There is no wholesaler yet.')
}

async function create(opened: Opened, { tenant, admin }: TenantCommand & { what: 'create' }): Promise<void> {
  // Before asking for a password; createTenant checks again.
  if (opened.tenants.some(({ key }) => key === tenant.key)) {
    throw new StartupProblem(`There is a wholesaler ${tenant.key} already.`)
  }
  const given = await passwordFor(admin, tenant)
  const passwordHash = await hashPassword(given.password)
  await createTenant(opened.connections, tenant, (tx) => addAdmin(tx, { ...admin, passwordHash }, new Date()))
  const { port } = readConfig()
  const local = `http://${tenant.key}.localhost${port ? `:${port}` : ''}`
  const hosts = [local, ...(tenant.hosts ?? []).map((host) => `https://${host}`)]
  console.log(`${tenant.displayName} is there: ${hosts.map((host) => `${host}/panel`).join('  ')}`)
  showPassword(admin, given)
}

async function set({ connections }: Opened, { key, change }: TenantCommand & { what: 'set' }): Promise<void> {
  await changeTenant(connections, key, change)
  console.log(`${key} is changed.`)
}

async function resetAdminAccess(
  opened: Opened,
  { key, admin, resetSecondFactor }: TenantCommand & { what: 'admin' },
) {
  const tenant = opened.tenants.find((one) => one.key === key)
  if (!tenant) {
    const keys = opened.tenants.map((one) => one.key).join(', ')
    throw new StartupProblem(`There is no wholesaler ${key}; there are: ${keys || 'none'}.`)
  }
  const given = await passwordFor(admin, tenant)
  const passwordHash = await hashPassword(given.password)
  const wasThere = await opened.database.inTenant(tenant.id, 'write', (tx) =>
    resetAdmin(tx, { ...admin, passwordHash }, resetSecondFactor, new Date()),
  )
  console.log(`${admin.username} ${wasThere ? 'has a new password' : 'is there'} and is admin of ${key}.`)
  showPassword(admin, given)
}

/** With the rules for all users. */
async function passwordFor({ username, email }: AdminIdentity, tenant: Pick<Tenant, 'key' | 'displayName'>) {
  const given = await newPassword(username)
  const names = [username, email, tenant.displayName, tenant.key].filter(Boolean)
  const problem = passwordProblem(given.password, names)
  if (problem) {
    throw new StartupProblem(`The password was refused, and nothing changed. ${translate('en', problem)}.`)
  }
  return given
}

/** Shown once: only its hash is stored. */
function showPassword({ username }: AdminIdentity, { password, isMade }: NewPassword): void {
  if (isMade) console.log(`User name: ${username}\nPassword:  ${password}   (shown this once)`)
}
