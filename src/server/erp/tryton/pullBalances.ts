import { z } from 'zod'
import { dayOf } from '#shared/clock.ts'
import type { DocumentKind, ReportedBalance, ReportedDocument } from '#shared/customers/reported.ts'
import type { Pulled, PulledBalance } from '../connector.ts'
import { readAll } from '../kit/records.ts'
import { date, decimal, number, text } from './client.ts'
import { dateOf, isoOf, minorOf } from './encoding.ts'
import type { At } from './setup.ts'

const partyRow = z.object({
  id: number,
  code: text,
  'customer_payment_term.': z.object({ name: text }).nullish(),
})
const lineRow = z.object({
  id: number,
  party: number,
  debit: decimal,
  credit: decimal,
  'second_currency.': z.object({ code: text }).nullish(),
  amount_second_currency: decimal.nullable(),
  maturity_date: date.nullable(),
  reconciliation: number.nullable(),
  description: text,
  move: number,
  'move.': z.object({ number: text, date, description: text }),
  'account.': z.object({ 'company.': z.object({ 'currency.': z.object({ code: text }) }) }),
})
const invoiceRow = z.object({ id: number, move: number, number: text })
const saleRow = z.object({
  id: number,
  party: number,
  total_amount: decimal.nullable(),
  'currency.': z.object({ code: text }),
  'invoices.': z.array(z.object({ state: text, total_amount: decimal })),
})

/** Tryton reads the lines of this many parties in one call. */
const maxParties = 100
const statementDays = 400

/**
 * What parties with a code owe, on the receivable accounts of the web shops' companies: open lines are the balance,
 * as in Tryton's own. Documents of the last 400 days, and open ones. Tryton has no time of change for a balance, so
 * each pass reads everything. The user needs the group "Account".
 */
export async function pullBalances(at: At, cursor: string): Promise<Pulled<PulledBalance>> {
  const { client, setup, page } = at
  const asOf = new Date()
  const source = { model: 'party.party', row: partyRow, domain: [['id', 'not in', setup.ownPartyIds]] }
  const limit = { pageSize: Math.min(page.pageSize, maxParties) }
  const { rows: parties, ...rest } = await readAll(client, source, cursor, limit)
  const coded = parties.filter(({ code }) => code !== '')
  if (coded.length === 0) return { ...rest, rows: [] }
  const companies = [...new Set(setup.shops.map(({ companyId }) => companyId))]
  const since = dateOf(new Date(asOf.getTime() - statementDays * 86_400_000).toISOString())
  const ids = coded.map(({ id }) => id)
  const lines = await client.search('account.move.line', lineRow, [
    ['party', 'in', ids],
    ['account.type.receivable', '=', true],
    ['account.company', 'in', companies],
    ['move.state', '=', 'posted'],
    ['OR', ['reconciliation', '=', null], ['move.date', '>=', since]],
  ])
  const moves = [...new Set(lines.map(({ move }) => move))]
  const invoices = await client.search('account.invoice', invoiceRow, [['move', 'in', moves]])
  const openOrders = await openOrdersOf(at, ids, companies)
  const numbers = new Map(invoices.map((invoice) => [invoice.move, invoice.number]))
  const linesOf = Map.groupBy(lines, ({ party }) => party)
  const today = dayOf(asOf, at.timeZone)
  return {
    ...rest,
    rows: coded.map(({ id, code, 'customer_payment_term.': term }) => {
      const own = linesOf.get(id) ?? []
      return {
        code,
        asOf: asOf.toISOString(),
        balances: balancesOf(own, openOrders.get(id) ?? new Map(), today),
        documents: own.map((line) => documentOf(line, numbers.get(line.move))),
        ...(term?.name ? { paymentTerms: term.name } : {}),
      }
    }),
  }
}

type Line = z.output<typeof lineRow>

const amountOf = ({ 'second_currency.': second, amount_second_currency: amount, debit, credit }: Line) =>
  second && amount ? minorOf(amount) : minorOf(debit) - minorOf(credit)

const currencyOf = ({ 'second_currency.': second, 'account.': account }: Line) =>
  second?.code ?? account['company.']['currency.'].code

/** A payment without a maturity settles what is due; nothing is less than nothing overdue. */
function balancesOf(lines: Line[], openOrders: Map<string, number>, today: string): ReportedBalance[] {
  const open = Map.groupBy(
    lines.filter(({ reconciliation }) => reconciliation === null),
    currencyOf,
  )
  const currencies = new Set([...open.keys(), ...openOrders.keys()])
  return Array.from(currencies, (currencyCode) => {
    const ofCurrency = open.get(currencyCode) ?? []
    const isDue = ({ maturity_date: due }: Line) => due === null || isoOf(due) < today
    const sum = (some: Line[]) => some.reduce((total, line) => total + amountOf(line), 0)
    return {
      currencyCode,
      balanceMinor: sum(ofCurrency),
      overdueMinor: Math.max(0, sum(ofCurrency.filter(isDue))),
      openOrdersMinor: openOrders.get(currencyCode) ?? 0,
    }
  })
}

function documentOf(line: Line, invoiceNumber: string | undefined): ReportedDocument {
  const { id, 'move.': move, maturity_date: due, reconciliation, description } = line
  const amountMinor = amountOf(line)
  return {
    key: String(id),
    kind: kindOf(amountMinor, invoiceNumber !== undefined),
    number: invoiceNumber || move.number,
    issuedOn: isoOf(move.date),
    dueOn: due && isoOf(due),
    currencyCode: currencyOf(line),
    amountMinor,
    openMinor: reconciliation === null ? amountMinor : 0,
    description: description || move.description,
  }
}

function kindOf(amountMinor: number, isInvoice: boolean): DocumentKind {
  if (isInvoice) return amountMinor < 0 ? 'creditNote' : 'invoice'
  return amountMinor < 0 ? 'payment' : 'other'
}

/** By party and currency: confirmed sales, and orders of the web shops, less what has been invoiced of them. */
async function openOrdersOf(
  { client, setup }: At,
  parties: number[],
  companies: number[],
): Promise<Map<number, Map<string, number>>> {
  const sales = await client.search('sale.sale', saleRow, [
    ['party', 'in', parties],
    ['company', 'in', companies],
    [
      'OR',
      ['state', 'in', ['confirmed', 'processing']],
      [
        ['state', '=', 'quotation'],
        ['web_shop', 'in', setup.shops.map(({ id }) => id)],
      ],
    ],
  ])
  const open = new Map<number, Map<string, number>>()
  for (const {
    party,
    total_amount: total,
    'currency.': { code },
    'invoices.': invoices,
  } of sales) {
    const booked = invoices.filter(({ state }) => state === 'posted' || state === 'paid')
    const invoiced = booked.reduce((sum, invoice) => sum + minorOf(invoice.total_amount), 0)
    const left = Math.max(0, (total ? minorOf(total) : 0) - invoiced)
    const ofParty = open.get(party) ?? new Map<string, number>()
    ofParty.set(code, (ofParty.get(code) ?? 0) + left)
    open.set(party, ofParty)
  }
  return open
}
