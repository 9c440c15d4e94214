import { openTryton } from '#server/erp/tryton/tryton.ts'
import { type Patient, patient } from './connectors.ts'
import { records } from './documents.ts'
import { startTrytond, type Trytond } from './trytond.ts'
import { startTrytonProxy, type TrytonProxy } from './trytonProxy.ts'

type SaleRow = { id: number; state: string; number: string | null; lines: number }

export type LinkedTryton = {
  tryton: Trytond
  proxy: TrytonProxy
  /** Not through the proxy. */
  connector: Patient
  open: (settings?: Record<string, unknown>, password?: string) => Patient
  salesOf: (key: string) => Promise<SaleRow[]>
  stop: () => Promise<void>
}

/** A Tryton that leaves confirmed sales unprocessed, and a proxy. */
export async function linkTryton(): Promise<LinkedTryton> {
  const tryton = await startTrytond({ records, processes: false })
  const proxy = await startTrytonProxy(tryton.url)
  const opened: Patient[] = []
  const open = (settings: Record<string, unknown> = {}, secret = tryton.password) => {
    const one = patient(
      openTryton({
        settings: { ...tryton.settings, ...settings },
        secret,
        timeZone: 'Europe/Istanbul',
        mainLanguage: 'tr',
      }),
    )
    opened.push(one)
    return one
  }
  return {
    tryton,
    proxy,
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
      await proxy.close()
      await tryton.stop()
    },
  }
}
