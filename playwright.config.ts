import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

// Read by each worker anew: which of the servers is its own.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
process.env.TOPTAN_PORT = process.env.TOPTAN_PORTS?.split(',')[worker] ?? ''
process.env.TOPTAN_DATA = process.env.TOPTAN_FOLDERS?.split(',')[worker] ?? ''

/**
 * The whole product in a real browser: a server on a database of its own (see test/e2e/server.ts), the production
 * build, the machine's Chromium. Each worker has a server of its own, so that figures and stock are each test's own.
 */
export default defineConfig({
  testDir: 'test/e2e',
  // Walks through a whole day's work: `npm run test:all` alone has them.
  testIgnore: process.env.TEST_ALL ? [] : 'scenario-*.spec.ts',
  globalSetup: './test/e2e/server.ts',
  workers: availableParallelism() > 1 ? 2 : 1,
  // On a busy machine a page may be taken away mid-step; a test that needed its second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // Else a page would come out of what another one left; keptPage.spec lets them work.
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
