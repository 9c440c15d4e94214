import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectFailure, failure } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import type { OdooInjectedFault } from './odooServer.ts'
import { allowThisMachine } from './useTransfers.ts'

allowThisMachine()

const raised = (fault: string, message: string, status: number) => ({
  fault: fault.includes('.') ? fault : `odoo.exceptions.${fault}`,
  message,
  status,
})

const order = () => documentOf([lineOf(1, { productCode: 'P1' })])

for (const api of ['json2', 'jsonrpc'] as const) {
  describe(`Odoo errors by ${api}`, () => {
    let linked: LinkedOdoo
    beforeEach(async () => {
      linked = await linkOdoo(api)
    })
    afterEach(() => linked.odoo.close())

    const faultCases: [string, OdooInjectedFault, 'rejected' | 'auth' | 'down' | 'unknown', string][] = [
      ['Odoo refuses', raised('UserError', 'Dönem kapalı', 422), 'rejected', 'Dönem kapalı'],
      ['validation fails', raised('ValidationError', 'Eksik', 422), 'rejected', 'Eksik'],
      ['Odoo redirects to a setting', raised('RedirectWarning', 'Ayarla', 422), 'rejected', 'Ayarla'],
      ['permission is missing', raised('AccessError', 'Yetkiniz yok', 403), 'auth', 'Yetkiniz yok'],
      ['access is denied', raised('AccessDenied', 'Access Denied', 403), 'auth', 'Access Denied'],
      [
        'its database fails',
        raised('psycopg2.OperationalError', 'server closed', 500),
        'unknown',
        'server closed',
      ],
      ['a module fails', raised('builtins.KeyError', "'x'", 500), 'unknown', "'x'"],
      ['a record is gone', raised('MissingError', 'deleted', 404), 'unknown', 'deleted'],
      ['its proxy times out', { status: 504, body: 'Gateway Time-out' }, 'unknown', 'not known'],
      ['Odoo restarts', { status: 503, body: 'busy' }, 'down', 'busy'],
      ['a web page answers', { status: 200, body: '<html>' }, 'unknown', 'not JSON'],
      ['Odoo redirects', { status: 302, body: '' }, 'down', 'redirects elsewhere'],
      ['the connection breaks', { before: 'reset' }, 'unknown', 'closed the connection'],
    ]
    test.each(faultCases)('an order while %s', async (_name, fault, errorClass, message) => {
      linked.odoo.behave(({ model, method }) =>
        `${model}.${method}` === 'sale.order.create' ? fault : undefined,
      )
      const document = order()
      expect(await failure(linked.connector.push(document))).toMatchObject({
        errorClass,
        isThere: false,
        message: expect.stringContaining(message),
      })
      linked.odoo.behave(undefined)
      expect(linked.ordersOf(document.key)).toEqual([])
    })

    test('a failed look-up says nothing about the order', async () => {
      for (const fault of [
        { before: 'reset' as const },
        { status: 500, body: 'no' },
        { status: 200, body: '?' },
      ]) {
        linked.odoo.behave(({ model }) => (model === 'sale.order' ? fault : undefined))
        const found = await failure(linked.connector.find('x'))
        const pushed = await failure(linked.connector.push(order()))
        expect([found.errorClass, pushed.errorClass]).toEqual(['down', 'down'])
      }
    })

    test('a server that does not answer is down, and nothing was sent', async () => {
      await linked.odoo.close()
      expect((await failure(linked.connector.push(order()))).errorClass).toBe('down')
    })

    test('a wrong key is a sign-in error and appears in no error', async () => {
      const key = 'wrong-key-0123456789'
      for (let time = 0; time < 3; time += 1) {
        const error = await failure(linked.open({}, key).health())
        expect(error.errorClass).toBe('auth')
        expect(error.message + error.raw).not.toContain(key)
      }
      // JSON-RPC signs in only once.
      expect(linked.odoo.refusedSignIns()).toBe(api === 'jsonrpc' ? 1 : 0)
      linked.odoo.behave(() => ({ fault: 'builtins.ValueError', message: linked.odoo.key }))
      const withRightKey = await failure(linked.open().health())
      expect(withRightKey.raw).toContain('•••')
      expect(withRightKey.message + withRightKey.raw).not.toContain(linked.odoo.key)
    })

    test('settings with unknown names are set-up errors', async () => {
      const wrong: [object, string][] = [
        [{ company: 'Nowhere' }, 'company "Nowhere"'],
        [{ warehouse: 'Nowhere' }, 'warehouse "Nowhere"'],
        [{ priceLists: [{ priceGroup: 'CB', priceList: 'None' }] }, 'price list "None"'],
        [{ fields: [{ name: 'x_none', value: '{orderNumber}' }] }, 'no field x_none'],
      ]
      for (const [change, message] of wrong) {
        expect(await failure(linked.open(change as Record<string, unknown>).health())).toMatchObject({
          errorClass: 'auth',
          message: expect.stringContaining(message),
        })
      }
      linked.odoo.rights.denied.push('sale.order')
      await expectFailure(linked.connector.health(), 'auth')
      const nameless = await failure(linked.open({ username: '' }).health())
      const message = api === 'jsonrpc' ? 'needs the username' : 'not allowed'
      expect(nameless.message).toContain(message)
      await expectFailure(linked.open({ database: 'other' }).health(), 'down')
    })

    test('extra fields are converted to their types, and invalid values refused', async () => {
      const fields = [
        { name: 'origin', value: 'Toptan {orderNumber}/{agent.code}' },
        { name: 'note', value: '{description}' },
        { name: 'team_id', value: '1' },
        { name: 'x_pieces', value: '{lineCount}' },
        { name: 'x_urgent', value: 'true' },
        { name: 'commitment_date', value: '{placedAt}' },
        { name: 'x_ordered_on', value: '{placedAt}' },
      ]
      // After midnight where the wholesaler is.
      const document = { ...order(), placedAt: '2026-03-05T22:10:11.000Z', placedDate: '2026-03-06' }
      await linked.open({ fields }).push(document)
      expect(linked.ordersOf(document.key)).toMatchObject([
        {
          origin: 'Toptan 1001/P1',
          note: 'Acele',
          team_id: 1,
          x_pieces: 1,
          x_urgent: true,
          commitment_date: '2026-03-05 22:10:11',
          x_ordered_on: '2026-03-06',
        },
      ])
      const invalidLink = linked.open({ fields: [{ name: 'x_pieces', value: '{account.code}' }] })
      expect(await failure(invalidLink.push(order()))).toMatchObject({
        errorClass: 'rejected',
        message: 'The Odoo field x_pieces does not accept "120.01" (integer)',
      })
      const emptyNote = linked.open({ fields: [{ name: 'note', value: '{branch.code}' }] })
      const empty = order()
      await emptyNote.push(empty)
      expect(linked.ordersOf(empty.key)).toMatchObject([{ note: false }])
      expect(() => linked.open({ fields: [{ name: 'client_order_ref', value: 'x' }] })).toThrow(
        'not complete',
      )
    })

    test('an unknown customer is created once, or refused', async () => {
      const { records } = linked.odoo.models
      const partners = () => records.search('res.partner', [['ref', '=', '120.99']])
      expect(
        await failure(
          linked
            .open({ createParties: false })
            .push(documentOf([lineOf(1, { productCode: 'P1' })], { account: '120.99' })),
        ),
      ).toMatchObject({ errorClass: 'rejected', message: 'Odoo has no customer with the reference 120.99' })
      for (let time = 0; time < 2; time += 1) {
        const document = documentOf([lineOf(1, { productCode: 'P1' })], { account: '120.99' })
        await linked.connector.push(document)
      }
      expect(partners()).toMatchObject([
        { name: 'Mağaza 120.99', vat: '1234567890', city: 'Bursa', country_id: 1, is_company: true },
      ])
    })

    test('a customer with a rejected tax number is created without it, and a lost answer is harmless', async () => {
      const { records } = linked.odoo.models
      const document = documentOf([lineOf(1, { productCode: 'P1' })], { account: '120.98' })
      document.account.taxNumber = '12'
      linked.odoo.behave(({ model, method, args }) =>
        `${model}.${method}` === 'res.partner.create' && JSON.stringify(args).includes('12 Fatih')
          ? { after: 'reset' }
          : undefined,
      )
      await expectFailure(linked.connector.push(document), 'down')
      linked.odoo.behave(undefined)
      await linked.connector.push(document)
      expect(records.search('res.partner', [['ref', '=', '120.98']])).toMatchObject([{ comment: '12 Fatih' }])
    })

    test('archived and duplicate customers are refused; a branch is the delivery address', async () => {
      const { records } = linked.odoo.models
      const branch = { name: 'Ankara', ref: 'SUBE-2', parent_id: 2, type: 'delivery', active: true }
      const address = records.add('res.partner', branch)
      const delivered = { ...order(), branch: { code: 'SUBE-2', companyName: 'Ankara', address: '' } }
      await linked.connector.push(delivered)
      expect(linked.ordersOf(delivered.key)).toMatchObject([{ partner_shipping_id: address.id }])
      records.add('res.partner', { name: 'Again', ref: '120.01', parent_id: false, active: true })
      expect((await failure(linked.connector.push(order()))).message).toBe(
        'Several customers in Odoo have the reference 120.01',
      )
      records.add('res.partner', { name: 'Gone', ref: '120.05', parent_id: false, active: false })
      const gone = documentOf([lineOf(1, { productCode: 'P1' })], { account: '120.05' })
      expect((await failure(linked.connector.push(gone))).message).toBe(
        'The customer 120.05 is archived in Odoo',
      )
    })
  })
}
