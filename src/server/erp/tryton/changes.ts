import { z } from 'zod'
import { type ChangesOptions, latestTime, readChangesById, type Source } from '../changesById.ts'
import type { Pulled } from '../connector.ts'
import { earlier, textOfTime, timeOf } from './encoding.ts'
import { number, time } from './replies.ts'
import type { CallOptions, Session } from './session.ts'

/** {@link readChangesById} with Tryton's database times. */
export async function readChanges<Schema extends z.ZodType<{ id: number }[]>>(
  session: Session,
  source: Source<Schema>,
  cursor: string,
  options: ChangesOptions,
  { signal }: CallOptions,
): Promise<Pulled<z.output<Schema>[number]>> {
  // Include archived. By context, because Tryton adds its own `active` clause to every bracket.
  const call = { signal, context: { active_test: false } }
  const { model, stamps, domain, fields } = source
  return await readChangesById(
    {
      newest: () => newestChange(session, stamps, call),
      page: ({ from, after }) => {
        const fullDomain = [...domain, ['id', '>', after], changedSince(stamps, from)]
        const params = [fullDomain, 0, options.pageSize, [['id', 'ASC']], fields]
        return session.call(`model.${model}.search_read`, params, source.rows, call)
      },
      earlier,
    },
    cursor,
    options,
  )
}

function changedSince(stamps: { path: string }[], from: string): unknown[] {
  if (from === '') return []
  const since = timeOf(from)
  const conditions = stamps.flatMap(({ path }) => [
    [`${path}write_date`, '>', since],
    [`${path}create_date`, '>', since],
  ])
  return ['OR', ...conditions]
}

const stampRows = z.array(z.object({ id: number, write_date: time.nullable(), create_date: time.nullable() }))

async function newestChange(
  session: Session,
  stamps: { model: string }[],
  call: CallOptions,
): Promise<string> {
  const latestStamps = stamps.flatMap(({ model }) =>
    ['write_date', 'create_date'].map(async (column) => {
      const params = [[[column, '!=', null]], 0, 1, [[column, 'DESC']], ['write_date', 'create_date']]
      const [row] = await session.call(`model.${model}.search_read`, params, stampRows, call)
      const stamp = column === 'write_date' ? row?.write_date : row?.create_date
      return stamp ? textOfTime(stamp) : ''
    }),
  )
  return latestTime(await Promise.all(latestStamps))
}
