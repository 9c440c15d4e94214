import { hasDueMails } from './outbox.ts'
import { type House, sendDueMails } from './sending.ts'

/** Sends the mails of orders, from the table that holds them. */
export type OrderMails = {
  /** Has a tenant's mails sent soon, without waiting. */
  ring(tenantId: string): void
  /** Looks through all tenants from time to time from now on: for what failed, and what another process left. */
  start(): void
  /** Begins nothing more, and resolves when what it was doing is over. */
  stop(): Promise<void>
}

/** `sweepEvery` milliseconds; `say` hears of what goes wrong, without any address. */
type Options = { sweepEvery?: number; say: (line: string) => void; now?: () => Date }

/** Opens the sender of a process. Several on one database share the work. */
export function openOrderMails(house: House, options: Options): OrderMails {
  const { sweepEvery = 60_000, say, now = () => new Date() } = options
  const rung = new Set<string>()
  const manner = { now, say, isStopped: () => isStopped }
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  const complain = (error: unknown) => say(`Mails of orders: ${(error as Error).message}`)

  // One tenant after the other, a few mails at a time: mails are in no hurry, and orders are.
  const work = async () => {
    for (const tenantId of rung) {
      rung.delete(tenantId)
      if (isStopped) return
      try {
        // Whoever has more to send comes last again.
        if (await sendDueMails(house, tenantId, manner)) rung.add(tenantId)
      } catch (error) {
        complain(error)
      }
    }
  }
  const ring = (tenantId: string) => {
    if (isStopped) return
    rung.add(tenantId)
    working ??= work().finally(() => {
      working = undefined
      // Rung while the last was being finished.
      const [waiting] = rung
      if (waiting) ring(waiting)
    })
  }
  const sweep = async () => {
    for (const { id } of await house.tenants.all()) {
      if (isStopped) return
      if (await house.database.inTenant(id, 'read', (tx) => hasDueMails(tx, now()))) ring(id)
    }
  }
  const sweepAgain = async () => {
    await sweep().catch(complain)
    if (!isStopped) timer = setTimeout(() => void sweepAgain(), sweepEvery)
  }

  return {
    ring,
    start: () => void sweepAgain(),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
