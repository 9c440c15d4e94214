import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What needs a Tryton comes last, but for one file: on a bare clone that one furnishes it, for minutes, beside all the
 * others, instead of having all of them wait.
 */
class TrytonAtTheEnds extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (moduleId.endsWith('/test/erp/tryton.test.ts')) return -1
      return moduleId.includes('/test/erp/') ? 1 : 0
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which answers another list
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** Orders and files on their way to an ERP while everything is killed, for minutes: `npm run test:all` alone has them. */
const long = ['test/erp/storm.test.ts', 'test/erp/filesStorm.test.ts']

/** Not once more on another PostgreSQL: what asks no database, or the embedded one, or an ERP. */
const asksNoOther = [
  'src/web/**',
  'src/shared/**',
  'src/server/db/embedded.test.ts',
  'test/faults/**',
  'test/erp/**',
]

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/faults/*.test.ts', 'test/erp/*.test.ts'],
    exclude: [...(process.env.TEST_ALL ? [] : long), ...(process.env.TEST_POSTGRES_BIN ? asksNoOther : [])],
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    // Much of it waits: for processes that start, for clocks, for what is killed.
    maxWorkers: 3,
    sequence: { sequencer: TrytonAtTheEnds },
    // On a busy machine a server may turn a call away; what needed its second try says so.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On a machine that is busy a second is soon over.
    expect: { poll: { timeout: 10_000 } },
  },
})
