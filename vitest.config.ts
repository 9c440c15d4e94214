import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that need Tryton run last, except one that builds it on a bare clone, for minutes beside all others. */
class TrytonLastSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.endsWith('/test/erp/tryton.test.ts')) return -1
      return moduleId.includes('/test/erp/') ? 1 : 0
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * Storms of orders and files sent to an ERP, the longest faults, and what surrounds the server: its image, proxies and
 * commands. Only `npm run test:all` runs them.
 */
const slowTests = [
  'src/server/commands/command.test.ts',
  'src/server/backup/commands.test.ts',
  'test/image.test.ts',
  'test/proxies.test.ts',
  'test/erp/storm.test.ts',
  'test/erp/filesStorm.test.ts',
  'test/faults/backup.test.ts',
  'test/faults/firstStart.test.ts',
  'test/faults/import.test.ts',
  'test/faults/keepServing.test.ts',
  'test/faults/migration.test.ts',
  'test/faults/outside.test.ts',
  'test/faults/postmaster.test.ts',
  'test/faults/replica.test.ts',
  'test/faults/rolling.test.ts',
  'test/faults/stop.test.ts',
]

/** Uses no database, the embedded one, or an ERP: not repeated on another PostgreSQL. */
const independentOfPostgres = [
  'src/web/**',
  'src/shared/**',
  'src/server/db/embedded.test.ts',
  'src/server/commands/command.test.ts',
  'test/deploy.test.ts',
  'test/image.test.ts',
  'test/faults/**',
  'test/erp/**',
]

/** Modules that keep state of the browser, tests that replace modules, and full disks, which a server remembers. */
const isolated = [
  'src/web/**/*.test.ts',
  'test/statements.test.ts',
  'src/server/orders/newState.test.ts',
  'src/server/db/newId.test.ts',
  'src/server/catalogue/import/runs/imports.test.ts',
  'test/faults/database.test.ts',
]

const exclude = [
  ...(process.env.TEST_ALL ? [] : slowTests),
  ...(process.env.TEST_POSTGRES_BIN || process.env.TEST_DATABASE_URL ? independentOfPostgres : []),
]

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    // Many tests wait for processes and clocks.
    maxWorkers: 3,
    sequence: { sequencer: TrytonLastSequencer },
    // A busy server may refuse a call; retried tests are reported.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine needs more than the default second.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        // Loading the server's modules anew for each file would take a quarter of the time.
        test: {
          name: 'server',
          isolate: false,
          include: [
            'src/{server,shared}/**/*.test.ts',
            'test/*.test.ts',
            'test/faults/*.test.ts',
            'test/erp/*.test.ts',
          ],
          exclude: [...exclude, ...isolated],
        },
      },
      {
        // What reads the shop's catalogue, once more from SQL instead of memory.
        test: {
          name: 'sql',
          isolate: false,
          env: { CATALOGUE_MEMORY_MB: '0' },
          include: ['src/server/catalogue/*.test.ts'],
          exclude,
        },
      },
      { test: { name: 'isolated', include: isolated, exclude } },
    ],
  },
})
