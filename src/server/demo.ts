import { needsDemo } from '#demo/needsDemo.ts'
import { seedDemo } from '#demo/seedDemo.ts'
import { openForCommand } from './command.ts'
import { runCommand } from './runCommand.ts'
import { StartupProblem } from './startup.ts'

/** `npm run demo`: fills an empty database, also an external one. */
await runCommand(async () => {
  await using opened = await openForCommand()
  if (!(await needsDemo(opened.database))) {
    throw new StartupProblem(
      'This database already has tenants. Demo data can be added only to an empty database.',
    )
  }
  await seedDemo(opened.connections, opened.database, opened.photos, (line) => console.log(line))
  console.log('The demo tenants were added.')
  return 0
})
