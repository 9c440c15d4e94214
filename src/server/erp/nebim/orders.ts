import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { ErpError, type ErpOrder, ofMade } from '../connector.ts'
import { orderModel } from './orderModel.ts'
import { noProgressError } from './pulls.ts'
import { minorOf, number, text } from './rows.ts'
import type { Session } from './session.ts'

const orderRow = z.object({
  OrderKey: text,
  OrderHeaderID: text,
  OrderNumber: text,
  CurrencyCode: text,
  TotalAmount: number,
  LineCount: number,
  Changed: text,
})
type OrderRow = z.output<typeof orderRow>

const pageSize = 200

const orderOf = (row: OrderRow): ErpOrder => ({
  id: row.OrderHeaderID,
  number: row.OrderNumber,
  totalMinor: minorOf(row.TotalAmount),
  lineCount: row.LineCount,
})

function ask(session: Session, settings: NebimSettings, given: Record<string, string>, signal: AbortSignal) {
  const parameters = { Key: '', Since: '', After: '', Take: String(pageSize), ...given }
  return session.run(settings.procedures.orders, parameters, orderRow, signal)
}

/** Throws if two orders have the key: a person must decide. */
export async function findOrder(
  session: Session,
  settings: NebimSettings,
  key: string,
  signal: AbortSignal,
): Promise<OrderRow | undefined> {
  const found = await ask(session, settings, { Key: key }, signal)
  if (found.some((row) => row.OrderKey !== key)) {
    throw new ErpError(
      'auth',
      `${settings.procedures.orders} returns orders with keys that were not asked for`,
    )
  }
  const [order, ...others] = found
  if (order && others.length > 0) {
    const numbers = found.map((row) => row.OrderNumber).join(', ')
    throw new ErpError(
      'rejected',
      `Nebim has this order more than once: ${numbers}. Cancel all but one`,
      '',
      true,
    )
  }
  return order
}

export async function lookUp(
  session: Session,
  settings: NebimSettings,
  key: string,
  signal: AbortSignal,
): Promise<ErpOrder | undefined> {
  const row = await findOrder(session, settings, key, signal)
  return row && orderOf(row)
}

const createdSchema = z.object({ OrderNumber: text, HeaderID: text })

/** Creates the order unless its key exists. */
export async function pushOrder(
  session: Session,
  settings: NebimSettings,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const existing = await findOrder(session, settings, document.key, signal)
  if (existing) return checkCurrency(existing, document)
  const model = orderModel(settings, document)
  const answer = await session.post(model, signal).catch(async (error: unknown) => {
    throw await verifyRejection(session, settings, document.key, error, signal)
  })
  const parsed = createdSchema.safeParse(answer)
  const createdAs =
    (parsed.success && (parsed.data.OrderNumber || parsed.data.HeaderID)) ||
    `DocumentNumber ${document.orderNumber}`
  const row = await findOrder(session, settings, document.key, signal).catch((error: unknown) => {
    throw ofMade(error, createdAs)
  })
  if (row) return checkCurrency(row, document)
  throw new ErpError(
    'rejected',
    `Nebim created the order (${createdAs}), but ${settings.procedures.orders} does not show it. Correct the procedure ` +
      'before anything else is sent',
    JSON.stringify(answer) ?? '',
    true,
    createdAs,
  )
}

function checkCurrency(row: OrderRow, { currencyCode }: ErpDocument): ErpOrder {
  if (row.CurrencyCode === currencyCode) return orderOf(row)
  throw new ErpError(
    'rejected',
    `Nebim has ${row.OrderNumber} in ${row.CurrencyCode}, not in ${currencyCode}`,
    '',
    true,
  )
}

/** Only a look-up proves that a rejected order was not created. */
async function verifyRejection(
  session: Session,
  settings: NebimSettings,
  key: string,
  error: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof ErpError) || error.errorClass !== 'rejected') return error
  try {
    const row = await findOrder(session, settings, key, signal)
    if (!row) return error
    return new ErpError(
      'rejected',
      `${row.OrderNumber} is in Nebim anyway: ${error.message}`,
      error.raw,
      true,
    )
  } catch {
    return new ErpError('unknown', error.message, error.raw)
  }
}

export async function* listOrders(
  session: Session,
  settings: NebimSettings,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<ErpOrder & { key: string }> {
  // No zone: start 14 hours early.
  const from = new Date(since.getTime() - 14 * 3_600_000)
  let Since = from.toISOString().slice(0, 23).replace('T', ' ')
  for (let After = ''; ; ) {
    const rows = await ask(session, settings, { Since, After }, signal)
    for (const row of rows) yield { ...orderOf(row), key: row.OrderKey }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    if (last.Changed === Since && last.OrderHeaderID === After)
      throw noProgressError(settings.procedures.orders)
    ;({ Changed: Since, OrderHeaderID: After } = last)
  }
}
