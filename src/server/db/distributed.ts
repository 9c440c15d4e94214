import pg from 'pg'

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

const texts = new Map<string, string>()

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

/** The tenant's shards have moved to another node meanwhile. */
export class ShardsMoved extends Error {
  override name = 'ShardsMoved'
}

/** Lies with all tables of the tenant. */
const anchor = 'tenant_counters'

type Node = { host: string; port: number }

/** The node that has all of a tenant's rows. */
export async function nodeOf(
  global: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>,
  tenantId: string,
): Promise<Node> {
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
export function loginAt(config: pg.ClientConfig, { host, port }: Node): pg.ClientConfig {
  if (!config.connectionString) return { ...config, host, port }
  const url = new URL(config.connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...config, connectionString: url.href }
}

/**
 * For work with temporary tables, which Citus joins badly with distributed ones: on the tenant's own node, in a
 * transaction that has begun, gives each table's name to the shard that has the tenant's rows. So they are plain tables of
 * PostgreSQL there. Their rows stay on this node until the commit: Citus moves no shard that an update of its own has
 * touched.
 * @throws ShardsMoved before anything was written
 */
export async function useShards(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(
    'set local citus.enable_manual_changes_to_shards = on; set local citus.enable_ddl_propagation = off',
  )
  // Updates no row, and holds the shards.
  await client.query(
    `update ${anchor} set order_version = order_version where tenant_id = '${tenantId}' and order_version = -1`,
  )
  const { rows } = await client.query<{ name: string; shard: string }>(
    `select s.logicalrelid::text as name, shard_name(s.logicalrelid, s.shardid) as shard
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
     left join pg_dist_shard own on own.shardid = get_shard_id_for_distribution_column('${anchor}', $1::uuid)
     where p.groupid = (select groupid from pg_dist_local_group)
       and (s.shardminvalue is null or s.shardminvalue = own.shardminvalue)`,
    [tenantId],
  )
  if (!rows.some(({ name }) => name === anchor)) throw new ShardsMoved('The tenant is on another node now')
  const views = rows.map(
    ({ name, shard }) =>
      `create temporary view ${name} as select * from public.${pg.escapeIdentifier(shard)}`,
  )
  await client.query(views.join('; '))
}
