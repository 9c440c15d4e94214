import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { stormRecords } from './storm/catalogue.ts'
import { storm } from './storm/run.ts'
import { hasTryton, startTrytond, type Trytond } from './trytond.ts'

/** FAULT_SEED repeats a run's orders and strokes, though not the moments at which they meet. */
const seed = process.env.FAULT_SEED || randomBytes(4).toString('hex')

describe.skipIf(!hasTryton)('Where everything dies again and again', () => {
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
      every: [500, 2000],
      away: 1500,
      pace: 400,
      pressEvery: 500,
      calmAfter: 25_000,
      giveUpAfter: 280_000,
    })
    const { faults, counts, strokes, way, seconds } = report
    console.log(JSON.stringify({ seed, counts, strokes, way, seconds }))
    expect(faults).toEqual([])
    expect(counts).toMatchObject({ placed: 25, long: 1, mixed: 2, unknown: 1, homeless: 1 })
    expect(strokes.trytonKilled * strokes.dispatcherKilled * strokes.dispatcherStunned).toBeGreaterThan(0)
    expect(way.refusals.filter((error) => !/does not know the products|address/i.test(error))).toEqual([])
  })
})
