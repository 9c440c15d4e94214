import pg from 'pg'

/** How long a statement or an open transaction may take before it is spoken of, and how often that is looked at; in ms. */
const [long, often] = [8000, 2000]

const find = `
  select a.pid, a.query_start, a.datname, a.state, concat_ws(' ', a.wait_event_type, a.wait_event) as waits,
    pg_blocking_pids(a.pid)::text as behind, round(extract(epoch from now() - a.query_start)) as seconds,
    left(regexp_replace(a.query, '\\s+', ' ', 'g'), 400) as query
  from pg_stat_activity a
  where a.datname is not null and a.pid <> pg_backend_pid() and a.state <> 'idle'
    and a.query_start < now() - make_interval(secs => $1)`

/** Says once of each what the database has been at for long: a test that waits for it only says that its time is over. */
export async function watchStatements(socketDirectory: string, port: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ host: socketDirectory, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  const said = new Set<string>()
  let looking: Promise<void> | undefined
  const look = async () => {
    const { rows } = await client.query(find, [long / 1000])
    for (const { pid, query_start: start, datname, state, waits, behind, seconds, query } of rows) {
      const key = `${pid} ${start}`
      if (said.has(key)) continue
      said.add(key)
      console.warn(`${datname}: ${state} for ${seconds} s, ${waits}, pid ${pid} behind ${behind}: ${query}`)
    }
  }
  const timer = setInterval(() => {
    looking = look().catch((error: unknown) => console.warn('Could not look at the statements', error))
  }, often)
  return async () => {
    clearInterval(timer)
    await looking
    await client.end()
  }
}
