import { distribute } from '#server/db/distribute.ts'
import { migrate } from '#server/db/migrate.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { openCommandStorage, readCommandConfig } from './command.ts'
import { runPlainCommand } from './runCommand.ts'

const usage = `Spreads an external database over the nodes of a Citus cluster, each wholesaler on one of them.

  npm run distribute [-- --env FILE]

DATABASE_URL names the coordinator, where the extension citus and its workers are set up (docs/scaling.md), and
DATABASE_APP_URL the application's own login. Stop all servers first. What is distributed already stays, so that the
command can be started again after an interruption.

Exit code: 0 done, 1 failed, 2 wrong usage.`

await runPlainCommand(async () => {
  const config = readCommandConfig()
  if (!config.database?.appUrl)
    throw new StartupProblem(
      'Set DATABASE_URL to the coordinator of a Citus cluster, and DATABASE_APP_URL to the application’s login there.',
    )
  const { connections } = await openCommandStorage(config)
  const log = (line: string) => console.log(line)
  await migrate(connections, { log })
  await distribute(connections, log)
  return 0
}, usage)
