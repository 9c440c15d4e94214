import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectFailure, failure } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import { allowThisMachine } from './useTransfers.ts'

allowThisMachine()

const line = (number: number, change: object = {}) => lineOf(number, { productCode: `P${number}`, ...change })

for (const api of ['json2', 'jsonrpc'] as const) {
  describe(`Odoo by ${api}`, () => {
    let linked: LinkedOdoo
    beforeEach(async () => {
      linked = await linkOdoo(api)
    })
    afterEach(() => linked.odoo.close())
    const push = (...given: Parameters<typeof documentOf>) => {
      const document = documentOf(...given)
      return { document, pushed: linked.connector.push(document) }
    }

    test('reports its version and company', async () => {
      const version = api === 'json2' ? '19.0' : '17.0'
      expect(await linked.connector.health()).toBe(`Odoo ${version}: Toptan AŞ`)
    })

    test('takes an order of pieces and lots at our prices, confirms it and finds it', async () => {
      linked.product('P1-L12')
      const lot = {
        productCode: 'P1-L12',
        size: '',
        lotCode: 'L12',
        piecesPerLot: 12,
        unitPrice: 239.99,
      }
      const { document, pushed } = push([line(2), line(1), line(3, lot)], { orderNumber: '4711' })
      const order = await pushed
      const { totalMinor } = document
      expect(order).toEqual({ id: '1', number: 'S00001', totalMinor, taxMinor: 0, lineCount: 3 })
      expect(await linked.connector.find(document.key)).toEqual(order)
      expect(linked.ordersOf(document.key)).toMatchObject([
        {
          state: 'sale',
          origin: '4711',
          warehouse_id: 1,
          pricelist_id: false,
          date_order: '2026-03-05 09:10:11',
        },
      ])
      expect(linked.odoo.models.linesOf(1)).toMatchObject([
        { product_id: 1, product_uom_qty: 2, price_unit: 20, discount: 0 },
        { product_id: 2, product_uom_qty: 3, price_unit: 20.01 },
        { product_id: 41, product_uom_qty: 4, price_unit: 239.99 },
        { display_type: 'line_note', name: 'Acele\nP1 – Ali Veli' },
      ])
    })

    test('leaves it a quotation if set up so', async () => {
      const connector = linked.open({ state: 'quotation' })
      const document = documentOf([line(1)])
      const order = await connector.push(document)
      expect(linked.ordersOf(document.key)).toMatchObject([{ state: 'draft' }])
      expect(await connector.find(document.key)).toEqual(order)
      expect(await linked.connector.find(document.key)).toMatchObject({ isUnfinished: true })
    })

    test('stores an order sent twice once', async () => {
      const { document, pushed } = push([line(1), line(2)])
      const order = await pushed
      expect(await linked.connector.push(document)).toEqual(order)
      expect(linked.ordersOf(document.key)).toHaveLength(1)
    })

    for (const after of ['reset', 'silence'] as const) {
      test(`finds an order whose answer was lost (${after})`, async () => {
        linked.odoo.behave(({ model, method }) =>
          `${model}.${method}` === 'sale.order.create' ? { after } : undefined,
        )
        const document = documentOf([line(1)])
        expect(await failure(linked.connector.push(document, AbortSignal.timeout(3000)))).toMatchObject({
          errorClass: 'unknown',
          isThere: false,
        })
        linked.odoo.behave(undefined)
        // The next push confirms the quotation.
        expect(await linked.connector.find(document.key)).toMatchObject({
          isUnfinished: true,
        })
        expect(await linked.connector.push(document)).toMatchObject({ number: 'S00001' })
        expect(linked.ordersOf(document.key)).toMatchObject([{ state: 'sale' }])
      })
    }

    test('confirms an unconfirmed order at the next attempt', async () => {
      for (const fault of [
        { fault: 'psycopg2.errors.SerializationFailure', message: 'could not serialize access' },
        { before: 'reset' as const },
        { status: 503, body: 'busy' },
      ]) {
        linked.odoo.behave(({ method }) => (method === 'action_confirm' ? fault : undefined))
        const { document, pushed } = push([line(1)])
        await expectFailure(pushed, 'unknown')
        linked.odoo.behave(undefined)
        await linked.connector.push(document)
        expect(linked.ordersOf(document.key)).toMatchObject([{ state: 'sale' }])
      }
    })

    test('leaves a refused quotation, says why, and confirms it later', async () => {
      const { records } = linked.odoo.models
      records.change('res.partner', 2, { is_over_limit: true })
      const { document, pushed } = push([line(1)])
      expect(await failure(pushed)).toMatchObject({
        errorClass: 'rejected',
        isThere: true,
        message: expect.stringContaining(
          'S00001 is a quotation in Odoo and is not confirmed: The credit limit',
        ),
      })
      records.change('res.partner', 2, { is_over_limit: false })
      expect(await linked.connector.push(document)).toMatchObject({ number: 'S00001' })
      expect(linked.ordersOf(document.key)).toMatchObject([{ state: 'sale' }])
    })

    test('accepts an order that a person confirmed meanwhile', async () => {
      linked.odoo.behave(({ method, ids }) => {
        if (method === 'action_confirm')
          linked.odoo.models.records.change('sale.order', ids[0] ?? 0, { state: 'sale' })
        return undefined
      })
      expect(await push([line(1)]).pushed).toMatchObject({ number: 'S00001' })
    })

    test('leaves duplicate, different and cancelled orders to a person', async () => {
      const { records } = linked.odoo.models
      const { document, pushed } = push([line(1)])
      await pushed
      records.change('sale.order', 1, { amount_untaxed: 1 })
      expect(await failure(linked.connector.push(document))).toMatchObject({
        errorClass: 'rejected',
        isThere: true,
        message: expect.stringMatching(
          /^S00001 in Odoo differs from this order: The total without taxes differs: 1\.00 in/,
        ),
      })
      const { id } = records.add('sale.order', { ...records.get('sale.order', 1), name: 'S00099' })
      const found = await failure(linked.connector.find(document.key))
      const pushedAgain = await failure(linked.connector.push(document))
      for (const { errorClass, isThere, message } of [found, pushedAgain]) {
        expect([errorClass, isThere]).toEqual(['rejected', true])
        expect(message).toBe('Odoo has this order more than once: S00001, S00099. Cancel all but one')
      }
      for (const one of [1, id]) records.change('sale.order', one, { state: 'cancel' })
      expect(await linked.connector.find(document.key)).toMatchObject({ isUnfinished: true })
      expect(await failure(linked.connector.push(document))).toMatchObject({
        errorClass: 'rejected',
        isThere: false,
      })
    })

    test('refuses products it does not sell, names them, and stores nothing', async () => {
      linked.product('OLD', { active: false })
      linked.product('CLOTH', { sale_ok: false })
      for (let time = 0; time < 2; time += 1) linked.product('TWICE')
      const unknown = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((code, at) =>
        lineOf(at + 10, { productCode: code }),
      )
      const unsellable = ['OLD', 'CLOTH', 'TWICE'].map((code, at) => lineOf(at + 2, { productCode: code }))
      const { document, pushed } = push([line(1), ...unknown, ...unsellable])
      expect(await failure(pushed)).toMatchObject({
        errorClass: 'rejected',
        isThere: false,
        message:
          'Odoo does not know the products A, B, C, D, E and 2 more; the products OLD are archived in Odoo; ' +
          'the products CLOTH are not for sale in Odoo; several products in Odoo have the codes TWICE',
      })
      expect(linked.ordersOf(document.key)).toEqual([])
      expect(linked.odoo.asked.filter((one) => one === 'product.product.search_read')).toHaveLength(1)
    })

    test('uses the price list of the order’s currency, or refuses', async () => {
      const lira = push([line(1)], { currencyCode: 'TRY', priceGroup: 'TRY' })
      await lira.pushed
      expect(linked.ordersOf(lira.document.key)).toMatchObject([{ currency_id: 2, pricelist_id: 2 }])
      expect(await failure(push([line(1)], { currencyCode: 'USD' }).pushed)).toMatchObject({
        errorClass: 'rejected',
        message: 'Several price lists in Odoo are in USD: USD 1, USD 2. Name one of them in the setup',
      })
      expect(await failure(push([line(1)], { currencyCode: 'GBP' }).pushed)).toMatchObject({
        errorClass: 'rejected',
        message: 'Odoo has no price list in GBP',
      })
    })

    for (const mayDelete of [true, false]) {
      test(`leaves no order if Odoo’s total differs (may delete: ${mayDelete})`, async () => {
        if (!mayDelete) linked.odoo.rights.denied.push('sale.order.unlink')
        linked.product('TAXED', { included_tax: 0.2 })
        const { document, pushed } = push([lineOf(1, { productCode: 'TAXED', qty: 1, unitPrice: 12.0 })])
        expect(await failure(pushed)).toMatchObject({
          errorClass: 'rejected',
          isThere: false,
          message: expect.stringContaining('The total without taxes differs: 10.00 in Odoo, 12.00 EUR here'),
        })
        expect(linked.ordersOf(document.key)).toEqual([])
        const left = mayDelete ? [] : [{ state: 'cancel', client_order_ref: '1001 (refused)' }]
        expect(linked.odoo.models.records.search('sale.order', [])).toMatchObject(left)
      })
    }
  })
}
