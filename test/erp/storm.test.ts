import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { stormRecords } from './storm/catalogue.ts'
import { storm } from './storm/run.ts'
import { hasTryton, startTrytond, type Trytond } from './trytond.ts'

/** Repeats orders and faults, but not their timing. */
const seed = process.env.FAULT_SEED || randomBytes(4).toString('hex')

describe.skipIf(!hasTryton)('when senders and Tryton are killed repeatedly', () => {
  let app: TestApp
  let tryton: Trytond
  beforeAll(async () => {
    app = await testApp()
    tryton = await startTrytond({ records: stormRecords, processes: false })
  }, 900_000)
  afterAll(async () => {
    await tryton?.stop()
    await app?.close()
    allowNetworks([])
  })

  test('every order is in Tryton once, to the cent', { timeout: 330_000 }, async () => {
    const report = await storm(app, tryton, {
      orders: 25,
      seed,
      faultIntervalMs: [500, 2000],
      maxDownMs: 1500,
      maxOrderIntervalMs: 400,
      retryIntervalMs: 500,
      stopFaultsAfterMs: 25_000,
      abortAfterMs: 280_000,
    })
    const { problems, counts, faultCounts, stats, seconds } = report
    console.log(JSON.stringify({ seed, counts, faultCounts, stats, seconds }))
    expect(problems).toEqual([])
    expect(counts).toMatchObject({ placed: 25, long: 1, mixed: 2, unknown: 1, noAddress: 1 })
    expect(
      faultCounts.trytonKilled * faultCounts.dispatcherKilled * faultCounts.dispatcherPaused,
    ).toBeGreaterThan(0)
    expect(stats.refusals.filter((error) => !/does not know the products|address/i.test(error))).toEqual([])
  })
})
