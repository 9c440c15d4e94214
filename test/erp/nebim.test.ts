import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectFailure, failure, listAll } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import type { NebimInjectedFault } from './nebimServer.ts'
import { allowThisMachine } from './useTransfers.ts'

allowThisMachine()

let linked: LinkedNebim
beforeEach(async () => {
  linked = await linkNebim()
})
afterEach(() => linked.stop())

const lot = {
  size: '',
  lotCode: 'L12',
  piecesPerLot: 12,
  itemCode: 'I1',
  barcode: 'L0001',
  qty: 3,
  unitPrice: 240.0,
}
const order = (change: Parameters<typeof documentOf>[1] = {}) => documentOf([lineOf(1), lineOf(2)], change)
const ordersOf = (key: string) => linked.nebim.data.orders.filter((one) => one.OrderKey === key)
const onPost = (fault: NebimInjectedFault) =>
  linked.nebim.behave((command) => (command === 'Post' ? fault : undefined))

describe('an order', () => {
  test('is sent without taxes, discounts and campaigns, and can be found', async () => {
    const branch = { code: 'S2', companyName: 'Ankara', address: '' }
    const document = documentOf([lineOf(2), lineOf(1), lineOf(3, lot)], { orderNumber: '4711', branch })
    const made = await linked.connector.push(document)
    expect(made).toEqual({
      id: '00000000-0000-0000-0000-000000000001',
      number: '1-WS-1-1',
      totalMinor: document.totalMinor,
      lineCount: 3,
    })
    expect(await linked.connector.find(document.key)).toEqual(made)
    expect(ordersOf(document.key)[0]?.model).toEqual({
      DocumentNumber: '4711',
      Description: 'Acele | S2 – Ankara | P1 – Ali Veli',
      ModelType: 5,
      CustomerCode: '120.01',
      OrderDate: '2026-03-05',
      OfficeCode: 'M',
      WarehouseCode: '1-0-1',
      DocCurrencyCode: 'EUR',
      InternalDescription: document.key,
      IsCreditSale: true,
      IsCompleted: true,
      SuppressItemDiscount: true,
      ApplyCampaign: false,
      Lines: [
        {
          ItemTypeCode: 1,
          ItemCode: 'I1',
          ColorCode: '01',
          ItemDim1Code: 'M',
          Qty1: 2,
          Price: 20,
          PriceCurrencyCode: 'EUR',
        },
        {
          ItemTypeCode: 1,
          ItemCode: 'I2',
          ColorCode: '01',
          ItemDim1Code: 'M',
          Qty1: 3,
          Price: 20.01,
          PriceCurrencyCode: 'EUR',
        },
      ],
      SumLines: [
        {
          LotBarcode: 'L0001',
          ItemTypeCode: 1,
          ItemCode: 'I1',
          ColorCode: '01',
          LotCode: 'L12',
          Qty1: 3,
          Price: 20,
          PriceCurrencyCode: 'EUR',
        },
      ],
    })
  })

  test('of lots is refused if their price does not divide into a price per piece', async () => {
    const uneven = documentOf([lineOf(1, { ...lot, piecesPerLot: 7, qty: 1000, unitPrice: 100.0 })])
    expect(await failure(linked.connector.push(uneven))).toMatchObject({
      errorClass: 'rejected',
      message: 'The price of I1 L12, 100.00 for 7 pieces, cannot be divided into a price per piece',
    })
  })

  test('sends lots as normal lines by barcode, if set up so', async () => {
    const connector = linked.open({ lots: 'lines' })
    linked.item({ ItemCode: 'SET1', ItemDim1Code: '', Barcode: 'L0009' })
    const document = documentOf([lineOf(1, { ...lot, barcode: 'L0009' })])
    expect(await connector.push(document)).toMatchObject({ totalMinor: document.totalMinor })
    expect(ordersOf(document.key)[0]?.model).toMatchObject({
      Lines: [{ UsedBarcode: 'L0009', Qty1: 3, Price: 240 }],
    })
    expect(await failure(connector.push(documentOf([lineOf(1, { ...lot, barcode: '' })])))).toMatchObject({
      errorClass: 'rejected',
      message: 'I1 L12 has no barcode',
    })
  })

  test('sends barcodes if the product code pattern is the barcode', async () => {
    const document = documentOf([lineOf(1, { barcode: '869002', productCode: '869002' })])
    await linked.connector.push(document)
    expect(ordersOf(document.key)[0]?.model).toMatchObject({ Lines: [{ UsedBarcode: '869002' }] })
  })

  test('sent twice is stored once', async () => {
    const document = order()
    const made = await linked.connector.push(document)
    expect(await linked.connector.push(document)).toEqual(made)
    expect(ordersOf(document.key)).toHaveLength(1)
  })

  for (const after of ['reset', 'silence'] as const) {
    test(`with a lost answer (${after}) is found, and stored once`, async () => {
      onPost({ after })
      const document = order()
      expect(await failure(linked.connector.push(document, AbortSignal.timeout(3000)))).toMatchObject({
        errorClass: 'unknown',
        isThere: false,
      })
      linked.nebim.behave(undefined)
      const found = await linked.connector.find(document.key)
      expect(found).toMatchObject({ number: '1-WS-1-1', totalMinor: document.totalMinor })
      expect(await linked.connector.push(document)).toEqual(found)
      expect(ordersOf(document.key)).toHaveLength(1)
    })
  }

  test('with unknown data is refused in Nebim’s words, and not stored', async () => {
    const wrong: [ReturnType<typeof order>, string][] = [
      [documentOf([lineOf(1), lineOf(9)]), 'Ürün bulunamadı: I9'],
      [order({ account: '120.99' }), 'Müşteri bulunamadı: 120.99'],
      [order({ currencyCode: 'GBP' }), 'Para birimi tanımlı değil: GBP'],
    ]
    for (const [document, message] of wrong) {
      await expectFailure(linked.connector.push(document), 'rejected', message, { isThere: false })
    }
    expect(linked.nebim.data.orders).toEqual([])
  })

  test('that Nebim refused but stored is reported as stored', async () => {
    onPost({ after: 'refuse', message: 'Rezervasyon yapılamadı' })
    const document = order()
    expect(await failure(linked.connector.push(document))).toMatchObject({
      errorClass: 'rejected',
      isThere: true,
      message: '1-WS-1-1 is in Nebim anyway: Rezervasyon yapılamadı',
    })
    linked.nebim.behave(undefined)
    expect(await linked.connector.push(document)).toMatchObject({ number: '1-WS-1-1' })
  })

  test('that is stored twice, or in another currency, needs a person', async () => {
    const document = order()
    await linked.connector.push(document)
    const [first] = ordersOf(document.key)
    if (first) linked.nebim.data.orders.push({ ...first, OrderNumber: '1-WS-1-9' })
    expect(await failure(linked.connector.find(document.key))).toMatchObject({
      errorClass: 'rejected',
      isThere: true,
      message: 'Nebim has this order more than once: 1-WS-1-1, 1-WS-1-9. Cancel all but one',
    })
    linked.nebim.data.orders.pop()
    if (first) first.CurrencyCode = 'TRY'
    expect(await failure(linked.connector.push(document))).toMatchObject({
      isThere: true,
      message: 'Nebim has 1-WS-1-1 in TRY, not in EUR',
    })
  })

  for (const [name, lookUp] of [
    ['does not show', () => []],
    ['fails to show', () => ({ instead: 503, body: 'Service Unavailable' })],
  ] as const) {
    test(`that the procedure ${name} is reported with Nebim’s number`, async () => {
      linked.nebim.data.procedures.set('usp_ToptanOrders', () => [])
      let hasPosted = false
      linked.nebim.behave((command) => {
        if (command === 'Post') hasPosted = true
        const behaviour = lookUp()
        return hasPosted && command === 'RunProc' && 'instead' in behaviour ? behaviour : undefined
      })
      expect(await failure(linked.connector.push(order()))).toMatchObject({
        errorClass: name === 'does not show' ? 'rejected' : 'unknown',
        made: '1-WS-1-1',
      })
    })
  }

  test('has extra fields by pattern, except those it is found by', async () => {
    const fields = [
      { name: 'Description', value: '{orderNumber} {description}' },
      { name: 'ShipmentMethodCode', value: '2' },
    ]
    const document = order()
    await linked.open({ fields }).push(document)
    expect(ordersOf(document.key)[0]?.model).toMatchObject({
      Description: '1001 Acele',
      ShipmentMethodCode: '2',
    })
    expect(() => linked.open({ fields: [{ name: 'InternalDescription', value: 'x' }] })).toThrow(
      'not complete',
    )
  })
})

const faultCases: [string, NebimInjectedFault, 'rejected' | 'auth' | 'down' | 'unknown', string][] = [
  ['Nebim refuses with status 200', { message: 'Dönem kapalı' }, 'rejected', 'Dönem kapalı'],
  ['Nebim refuses with status 400', { message: 'Dönem kapalı', status: 400 }, 'rejected', 'Dönem kapalı'],
  ['permission is missing', { message: 'Bu işlem için yetkiniz yok' }, 'auth', 'yetkiniz'],
  ['no licence is free', { message: 'Lisans sayısı aşıldı' }, 'down', 'licence'],
  [
    'its database has a deadlock',
    { message: 'Transaction was deadlocked on lock resources' },
    'unknown',
    'deadlocked',
  ],
  ['it times out', { message: 'Execution Timeout Expired', status: 400 }, 'unknown', 'Timeout'],
  ['it fails internally', { message: 'Object reference not set', code: 500 }, 'unknown', 'Object reference'],
  ['IIS fails', { instead: 500, body: '<html>Server Error' }, 'unknown', 'not known'],
  ['IIS restarts', { instead: 503, body: 'Service Unavailable' }, 'down', 'busy'],
  ['another program answers', { instead: 200, body: '<html>' }, 'unknown', 'not JSON'],
  ['the connection breaks', { before: 'reset' }, 'unknown', 'closed the connection'],
]
test.each(faultCases)('an order while %s', async (_name, fault, errorClass, message) => {
  onPost(fault)
  const document = order()
  expect(await failure(linked.connector.push(document))).toMatchObject({
    errorClass,
    isThere: false,
    message: expect.stringContaining(message),
  })
  expect(ordersOf(document.key)).toEqual([])
})

test('the list has our orders since a date, by key, page by page', async () => {
  const [one, two] = [order(), order()]
  await linked.connector.push(one)
  linked.nebim.data.advanceClock(3 * 86_400_000)
  await linked.connector.push(two)
  const listed = (since: string) => listAll(linked.connector, since)
  const second = { key: two.key, number: '1-WS-1-2', totalMinor: two.totalMinor, lineCount: 2 }
  expect(await listed('2026-02-01T00:00:00Z')).toMatchObject([{ key: one.key, number: '1-WS-1-1' }, second])
  expect(await listed('2026-03-03T00:00:00Z')).toMatchObject([second])
})
