import { readConfig } from '#server/config.ts'
import { translate } from '#server/i18n.ts'
import {
  findOperator,
  listOperators,
  operatorTotpContext,
  removeOperator,
  setOperator,
  setTotp,
  unlockOperator,
} from '#server/operator/operators.ts'
import { qrText } from '#server/operator/qrText.ts'
import { openSecretsOf } from '#server/process/secrets.ts'
import { StartupProblem, UsageMistake } from '#server/process/startup.ts'
import { newPassword } from '#server/tenancy/newPassword.ts'
import { passwordProblem } from '#server/users/passwordRules.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { newTotpSecret, totpAddress, totpStep } from '#server/users/totp.ts'
import { openForCommand } from './command.ts'
import { readArguments, runCommand } from './runCommand.ts'
import { readLine } from './typed.ts'

const usage = `Adds people who may open the operator's page, /panel/operator, of every wholesaler's address.

  npm run operator -- list
  npm run operator -- add USERNAME
  npm run operator -- totp USERNAME [--remove]
  npm run operator -- unlock USERNAME
  npm run operator -- remove USERNAME

add     also gives an operator who is there a new password. You are asked for it, or it is read from the first line of
        standard input. If none is given, one is created and shown once.
totp    sets up the second factor: shows a QR code for an authenticator app and asks for a code of it, or reads that from
        standard input. Again, it replaces the app; with --remove the password is enough.
unlock  forgets failed tries, after which an operator must wait up to 15 minutes.

add, totp and remove end all sessions of the operator.

--env FILE takes the settings from a file of NAME=value lines, such as /etc/toptan.env.
Exit code: 0 done, 1 failed, 2 wrong usage.`

const work = { list, add, totp, unlock, remove }

await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    remove: { type: 'boolean' },
  })
  const [what, username = '', ...rest] = positionals
  if (what === undefined || values.help) console.log(usage)
  else if (!Object.hasOwn(work, what)) throw new UsageMistake(`There is no command ${what}.`)
  else if (rest.length > 0) throw new UsageMistake(`Not accepted: ${rest.join(' ')}.`)
  else if (values.remove && what !== 'totp') throw new UsageMistake('Only totp has --remove.')
  else await work[what as keyof typeof work](username, values.remove ?? false)
  return 0
}, usage)

async function list(): Promise<void> {
  await using opened = await openForCommand()
  const lines = (await listOperators(opened.connections)).map(
    ({ username, hasTotp }) => `${username}${hasTotp ? '' : '  (no second factor)'}`,
  )
  console.log(lines.join('\n') || 'There is no operator yet: npm run operator -- add USERNAME')
}

async function add(given: string): Promise<void> {
  const username = given.trim()
  if (username.length < 3 || username.length > 50)
    throw new UsageMistake('A username must be 3 to 50 characters.')
  await using opened = await openForCommand()
  const { password, isMade } = await newPassword(username)
  const problem = passwordProblem(password, [username])
  if (problem) throw new StartupProblem(`The password was refused. ${translate('en', problem)}.`)
  const outcome = await setOperator(opened, username, await hashPassword(password))
  console.log(outcome === 'added' ? `${username} was added.` : `${username} has a new password.`)
  if (isMade) console.log(`Password:  ${password}   (shown only once)`)
}

async function totp(given: string, isRemoved: boolean): Promise<void> {
  await using opened = await openForCommand()
  const { id, username } = await findOperator(opened.connections, given)
  if (isRemoved) {
    await setTotp(opened.connections, id, null)
    console.log(`${username} signs in with the password alone.`)
    return
  }
  const secrets = await openSecretsOf(opened.connections, readConfig())
  const secret = newTotpSecret()
  const address = totpAddress(secret, username, 'Toptan operator')
  console.log(`${qrText(address, process.stdout.isTTY)}\n\n${address}\n`)
  const code = await readLine(`Scan this with an authenticator app. The code it shows for ${username}: `)
  const step = totpStep(secret, code, new Date(), null)
  if (step === undefined) throw new StartupProblem('The code is wrong. Nothing was changed.')
  await setTotp(opened.connections, id, { sealed: secrets.seal(secret, operatorTotpContext(id)), step })
  console.log(`${username} signs in with the password and a code of the app.`)
}

async function unlock(username: string): Promise<void> {
  await using opened = await openForCommand()
  await unlockOperator(opened, await openSecretsOf(opened.connections, readConfig()), username)
  console.log(`${username} can sign in at once.`)
}

async function remove(username: string): Promise<void> {
  await using opened = await openForCommand()
  await removeOperator(opened.connections, username)
  console.log(`${username} was removed.`)
}
