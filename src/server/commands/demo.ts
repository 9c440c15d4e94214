import { needsDemo } from '#demo/needsDemo.ts'
import { seedDemo } from '#demo/seedDemo.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { openForCommand } from './command.ts'
import { runPlainCommand } from './runCommand.ts'

const usage = `Fills an empty database, also an external one, with four wholesalers to try.

  npm run demo [-- --env FILE]`

await runPlainCommand(async () => {
  await using opened = await openForCommand()
  if (!(await needsDemo(opened.database))) {
    throw new StartupProblem(
      'This database already has tenants. Demo data can be added only to an empty database.',
    )
  }
  await seedDemo(opened.connections, opened.database, opened.photos, (line) => console.log(line))
  console.log('The demo tenants were added.')
  return 0
}, usage)
