import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

// Each worker has its own server.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
process.env.TOPTAN_PORT = process.env.TOPTAN_PORTS?.split(',')[worker] ?? ''
process.env.TOPTAN_DATABASE = process.env.TOPTAN_DATABASES?.split('\n')[worker] ?? ''
process.env.TOPTAN_DATA = process.env.TOPTAN_FOLDERS?.split(',')[worker] ?? ''

/** Files that are named run in as many workers at most: each of one runs in one, and every worker costs a server. */
const namedFiles = process.argv.filter((argument) => argument.endsWith('.spec.ts') && existsSync(argument))
const workers = availableParallelism() > 1 ? 3 : 1

/**
 * Tests run in the machine's Chromium against the production build, with a server and database per worker (see
 * test/e2e/server.ts), so that figures and stock are the worker's own.
 */
export default defineConfig({
  testDir: 'test/e2e',
  // Slow; only `npm run test:all` runs them.
  testIgnore: process.env.TEST_ALL ? [] : 'scenario-*.spec.ts',
  globalSetup: './test/e2e/server.ts',
  workers: Math.min(workers, namedFiles.length || workers),
  // A busy machine may discard a page; a retried test counts as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // Otherwise pages would come from earlier ones' caches; cachedPage.spec.ts allows them.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
