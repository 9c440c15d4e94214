import { z } from 'zod'
import { type ChangesOptions, latestTime, readChangesById, type Source } from '../changesById.ts'
import type { Pulled } from '../connector.ts'
import { earlier, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

type Call = Pick<OdooCall, 'context' | 'signal'>

/** {@link readChangesById} with Odoo's times, to the second. */
export async function readChanges<Schema extends z.ZodType<{ id: number }[]>>(
  odoo: Odoo,
  source: Source<Schema>,
  cursor: string,
  options: ChangesOptions,
  call: Call,
): Promise<Pulled<z.output<Schema>[number]>> {
  // Include archived records.
  const callIncludingArchived = { signal: call.signal, context: { ...call.context, active_test: false } }
  const { model, stamps, domain, fields } = source
  return await readChangesById(
    {
      newest: () => newestChange(odoo, stamps, callIncludingArchived),
      page: ({ from, after }) => {
        const fullDomain = [['id', '>', after], ...domain, ...changedSince(stamps, from)]
        const args = { domain: fullDomain, fields, limit: options.pageSize, order: 'id' }
        return odoo.call({ ...callIncludingArchived, model, method: 'search_read', args }, source.rows)
      },
      earlier,
    },
    cursor,
    options,
  )
}

function changedSince(stamps: { path: string }[], from: string): unknown[] {
  if (from === '') return []
  // Polish notation: operators first.
  return [...stamps.slice(1).map(() => '|'), ...stamps.map(({ path }) => [`${path}write_date`, '>', from])]
}

const stampRows = z.array(z.object({ id: z.int(), write_date: text }))

async function newestChange(odoo: Odoo, stamps: { model: string }[], call: Call): Promise<string> {
  const models = [...new Set(stamps.map(({ model }) => model))]
  const times = await Promise.all(
    models.map(async (model) => {
      const args = { domain: [], fields: ['write_date'], limit: 1, order: 'write_date desc' }
      const [row] = await odoo.call({ ...call, model, method: 'search_read', args }, stampRows)
      return row?.write_date ?? ''
    }),
  )
  return latestTime(times)
}
