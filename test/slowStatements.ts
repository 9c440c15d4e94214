import pg from 'pg'

const [slowAfterMs, intervalMs] = [8000, 2000]

const find = `
  select a.pid, a.query_start, a.datname, a.state, concat_ws(' ', a.wait_event_type, a.wait_event) as waits,
    pg_blocking_pids(a.pid)::text as behind, round(extract(epoch from now() - a.query_start)) as seconds,
    left(regexp_replace(a.query, '\\s+', ' ', 'g'), 400) as query
  from pg_stat_activity a
  where a.datname is not null and a.pid <> pg_backend_pid() and a.state <> 'idle'
    and a.query_start < now() - make_interval(secs => $1)`

/** A test that waits for one would only time out. */
export async function warnAboutSlowStatements(
  socketDirectory: string,
  port: number,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ host: socketDirectory, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  const reported = new Set<string>()
  let lastCheck: Promise<void> | undefined
  const check = async () => {
    const { rows } = await client.query(find, [slowAfterMs / 1000])
    for (const { pid, query_start: start, datname, state, waits, behind, seconds, query } of rows) {
      const key = `${pid} ${start}`
      if (reported.has(key)) continue
      reported.add(key)
      console.warn(`${datname}: ${state} for ${seconds} s, ${waits}, pid ${pid} behind ${behind}: ${query}`)
    }
  }
  const timer = setInterval(() => {
    lastCheck = check().catch((error: unknown) => console.warn('Could not look at the statements', error))
  }, intervalMs)
  return async () => {
    clearInterval(timer)
    await lastCheck
    await client.end()
  }
}
