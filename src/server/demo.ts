import { needsDemo, seedDemo } from '#demo/seedDemo.ts'
import { openForCommand, runCommand } from './command.ts'
import { StartupProblem } from './startup.ts'

/** `npm run demo`: fills an empty database, also an external one. */
await runCommand(async () => {
  const opened = await openForCommand()
  try {
    if (!(await needsDemo(opened.database))) {
      throw new StartupProblem('This database has tenants already; demo data go into an empty one only.')
    }
    await seedDemo(opened.connections, opened.database, opened.photos, (line) => console.log(line))
    console.log('The demo tenants are there.')
    return 0
  } finally {
    await opened.close()
  }
})
