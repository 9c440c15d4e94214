import pg from 'pg'
import { boundedMap } from '#server/boundedMap.ts'
import { type AppLogin, LimitedClient } from './pool.ts'

/**
 * SQL for Citus: an INSERT … SELECT whose rows are not returned is copied to the nodes, and COPY is refused under row-level
 * security. One that returns something is inserted.
 */
export function distributedText(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  const changed = isCopied(text) ? `${text}\nreturning 1` : text
  texts.set(text, changed)
  return changed
}

/** Those of lists differ by what they are narrowed to. */
const texts = boundedMap<string>({ maxBytes: 8_000_000, bytesOf: () => 0 })

function isCopied(text: string): boolean {
  if (!/^\s*(?:insert|with)\b/i.test(text)) return false
  let outer = text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replaceAll(/\([^()]*\)/g, ' ')
  }
  return (
    /\binsert\s+into\b/i.test(outer) &&
    /\bselect\b/i.test(outer) &&
    !/\b(?:returning|on\s+conflict)\b/i.test(outer)
  )
}

/** The tenant's rows have moved to another node, or to other shards, meanwhile. */
export class ShardsMoved extends Error {
  override name = 'ShardsMoved'
}

/** Lies with all tables of the tenant. */
const anchor = 'tenant_counters'
const idleMs = 10_000

type Node = { host: string; port: number }
type Global = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Connections to the tenants' own nodes, where a tenant's tables are plain ones of PostgreSQL: each table's name stands
 * for the shard that has the tenant's rows. For work with temporary tables, which Citus joins badly with distributed ones,
 * and for statements that it would take apart.
 */
export type NodeConnections = {
  take(tenantId: string): Promise<NodeConnection>
  /** For the next work of the tenant; ends if none comes. */
  giveBack(tenantId: string, connection: NodeConnection): void
  close(): Promise<void>
}

/** `anchorShard`: of the shards that the names stand for. */
type NodeConnection = { client: LimitedClient; anchorShard: string }

export function openNodeConnections({ config }: AppLogin, global: Global): NodeConnections {
  const idle = new Map<NodeConnection, { tenantId: string; timer: NodeJS.Timeout }>()
  const takeIdle = (tenantId: string): NodeConnection | undefined => {
    for (const [connection, kept] of idle) {
      if (kept.tenantId !== tenantId) continue
      clearTimeout(kept.timer)
      idle.delete(connection)
      return connection
    }
    return undefined
  }
  return {
    take: async (tenantId) =>
      takeIdle(tenantId) ?? connectTo(await nodeOf(global, tenantId), config, tenantId),
    giveBack: (tenantId, connection) => {
      const timer = setTimeout(() => {
        idle.delete(connection)
        void connection.client.end()
      }, idleMs)
      timer.unref()
      idle.set(connection, { tenantId, timer })
    },
    close: async () => {
      const all = [...idle]
      idle.clear()
      for (const [{ client }, { timer }] of all) {
        clearTimeout(timer)
        await client.end()
      }
    },
  }
}

async function nodeOf(global: Global, tenantId: string): Promise<Node> {
  const [node] = await global<Node>(
    `select n.nodename as host, n.nodeport as port from pg_dist_placement p
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where p.shardid = get_shard_id_for_distribution_column('${anchor}', $1::uuid)`,
    [tenantId],
  )
  if (!node) throw new Error('The tenant has no node')
  return node
}

/** The same login at another node. */
function loginAt(config: pg.ClientConfig, { host, port }: Node): pg.ClientConfig {
  if (!config.connectionString) return { ...config, host, port }
  const url = new URL(config.connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...config, connectionString: url.href }
}

const shardsHere = `
  select s.logicalrelid::text as name, s.shardid::text as id, shard_name(s.logicalrelid, s.shardid) as shard
  from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
  left join pg_dist_shard own on own.shardid = get_shard_id_for_distribution_column('${anchor}', $1::uuid)
  where p.groupid = (select groupid from pg_dist_local_group)
    and (s.shardminvalue is null or s.shardminvalue = own.shardminvalue)`

async function connectTo(node: Node, config: pg.ClientConfig, tenantId: string): Promise<NodeConnection> {
  const client = new LimitedClient({ ...loginAt(config, node), query_timeout: 11 * 60_000 })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      'set citus.enable_manual_changes_to_shards = on; set citus.enable_ddl_propagation = off',
    )
    const { rows } = await client.query<{ name: string; id: string; shard: string }>(shardsHere, [tenantId])
    const views = rows.map(
      ({ name, shard }) =>
        `create temporary view ${name} as select * from public.${pg.escapeIdentifier(shard)}`,
    )
    await client.query(views.join('; '))
    return { client, anchorShard: rows.find(({ name }) => name === anchor)?.id ?? '' }
  } catch (error) {
    await client.end()
    throw error
  }
}

const anchorHere = `
  select from pg_dist_placement where groupid = (select groupid from pg_dist_local_group)
    and shardid = get_shard_id_for_distribution_column('public.${anchor}', $1::uuid) and shardid::text = $2`

/**
 * In a transaction that has begun: the tenant's rows stay in these shards until it ends, because Citus moves and splits no
 * shard that an update of its own has touched.
 * @throws ShardsMoved before anything was written
 */
export async function holdShards({ client, anchorShard }: NodeConnection, tenantId: string): Promise<void> {
  // Updates no row. By its name in the schema, it goes through Citus.
  await client.query(
    `update public.${anchor} set order_version = order_version where tenant_id = '${tenantId}' and order_version = -1`,
  )
  const { rowCount } = await client.query(anchorHere, [tenantId, anchorShard])
  if (rowCount === 0) throw new ShardsMoved('The tenant is in other shards now')
}
