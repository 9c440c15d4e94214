import { openForCommand } from './command.ts'
import { translate } from './i18n.ts'
import { listOperators, removeOperator, setOperator } from './operator/operators.ts'
import { runCommand } from './runCommand.ts'
import { StartupProblem, UsageMistake } from './startup.ts'
import { newPassword } from './tenancy/newPassword.ts'
import { passwordProblem } from './users/passwordRules.ts'
import { hashPassword } from './users/passwords.ts'

const usage = `Adds people who may open the operator's page, /panel/operator, of every wholesaler's address.

  npm run operator -- list
  npm run operator -- add USERNAME
  npm run operator -- remove USERNAME

add also gives an operator who is there a new password. You are asked for it, or it is read from the first line of
standard input. If none is given, one is created and shown once. All sessions of the operator end.

Exit code: 0 done, 1 failed, 2 wrong usage.`

await runCommand(async () => {
  const [what, username = '', ...rest] = process.argv.slice(2)
  if (what === undefined || what === '--help' || what === '-h') console.log(usage)
  else if (rest.length > 0) throw new UsageMistake(`Not accepted: ${rest.join(' ')}.`)
  else if (what === 'list') await list()
  else if (what === 'add') await add(checked(username))
  else if (what === 'remove') await remove(username)
  else throw new UsageMistake(`There is no command ${what}.`)
  return 0
}, usage)

function checked(username: string): string {
  if (username.trim().length < 3 || username.length > 50)
    throw new UsageMistake('A username must be 3 to 50 characters.')
  return username.trim()
}

async function list(): Promise<void> {
  await using opened = await openForCommand()
  const names = await listOperators(opened.connections)
  console.log(names.join('\n') || 'There is no operator yet: npm run operator -- add USERNAME')
}

async function add(username: string): Promise<void> {
  await using opened = await openForCommand()
  const { password, isMade } = await newPassword(username)
  const problem = passwordProblem(password, [username])
  if (problem) throw new StartupProblem(`The password was refused. ${translate('en', problem)}.`)
  const outcome = await setOperator(opened.connections, username, await hashPassword(password))
  console.log(outcome === 'added' ? `${username} was added.` : `${username} has a new password.`)
  if (isMade) console.log(`Password:  ${password}   (shown only once)`)
}

async function remove(username: string): Promise<void> {
  await using opened = await openForCommand()
  await removeOperator(opened.connections, username)
  console.log(`${username} was removed.`)
}
