import { expect } from 'vitest'
import { type ErpConnector, ErpError } from '#server/erp/connector.ts'
import { openTryton } from '#server/erp/tryton/tryton.ts'
import { type Between, standBetween } from './betweenTryton.ts'
import { records } from './documents.ts'
import { startTrytond, type Trytond } from './trytond.ts'

type SaleRow = { id: number; state: string; number: string | null; lines: number }

export type LinkedTryton = {
  tryton: Trytond
  between: Between
  /** A link past whoever stands between. */
  connector: ErpConnector
  /** Another link, with other settings. */
  open: (settings?: Record<string, unknown>, password?: string) => ErpConnector
  /** The sales of a key, as the database has them. */
  salesOf: (key: string) => Promise<SaleRow[]>
  stop: () => Promise<void>
}

/** A Tryton that leaves confirmed sales as they are, with a link to it, and somebody between who can spoil calls. */
export async function linkTryton(): Promise<LinkedTryton> {
  const tryton = await startTrytond({ records, processes: false })
  const between = await standBetween(tryton.url)
  const opened: ErpConnector[] = []
  const open = (settings: Record<string, unknown> = {}, secret = tryton.password) => {
    const one = openTryton({ settings: { ...tryton.settings, ...settings }, secret })
    opened.push(one)
    return one
  }
  return {
    tryton,
    between,
    connector: open(),
    open,
    salesOf: (key) =>
      tryton.query<SaleRow>(
        `select s.id, s.state, s.number, (select count(*)::int from sale_line l where l.sale = s.id) as lines
         from sale_sale s where s.web_id = $1`,
        [key],
      ),
    stop: async () => {
      await Promise.all(opened.map((one) => one.close()))
      await between.close()
      await tryton.stop()
    },
  }
}

export const patience = (milliseconds = 60_000) => AbortSignal.timeout(milliseconds)

/** What a call to the ERP fails with. */
export async function failure(promise: Promise<unknown>): Promise<ErpError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ErpError)
  return error as ErpError
}
