import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { contains, folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { asText, asWhole } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import {
  type Agent,
  exportSalesPersons,
  getSalesPersonById,
  getSalesPersons,
} from '#shared/customers/agents.ts'
import type { SalesPerson } from '#shared/customers/customers.ts'
import { getSalesPersonForSelect } from '#shared/users/users.ts'

type Filters = z.output<typeof getSalesPersons.input>

const customers = `(select count(*)::int from accounts a
                    where a.tenant_id = $1 and a.agent_id = g.id and a.deleted_at is null)`

const sortKeys: Record<Filters['sort'], string> = {
  firstLastName: 'g.name collate "tr-x-icu"',
  salesPersonCode: 'g.code',
  customers,
}

const stateOf: Record<NonNullable<Filters['state']>, string> = {
  active: 'g.deleted_at is null and g.is_active',
  passive: 'g.deleted_at is null and not g.is_active',
  deleted: 'g.deleted_at is not null',
}

// In one join: per agent it would scan all users.
const rows = `
  select shown.position, json_build_object(
    'id', g.id, 'salesPersonCode', g.code, 'firstLastName', g.name, 'email', g.email, 'phone', g.phone,
    'isActive', g.is_active, 'maxDiscount', g.max_discount, 'isDeleted', g.deleted_at is not null, 'version', g.version,
    'customers', ${customers}, 'users', coalesce(acting.users, '[]'::json)) as item
  from shown
  join agents g on g.tenant_id = $1 and g.id = shown.id
  left join (
    select agent_id, json_agg(json_build_object('id', id, 'username', username) order by username) as users
    from users where tenant_id = $1 and deleted_at is null and agent_id in (select id from shown)
    group by agent_id) acting on acting.agent_id = g.id`

export const listAgents = verb(getSalesPersons, ({ tx }, filters) =>
  readPage<Agent>(tx, agentsQuery(filters), filters),
)

export function agentsQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const values = collectValues()
  const matched = `
    select g.id, ${sortKeys[filters.sort]} as key, g.code as tie from agents g
    where ${conditions(filters, values).join(' and ')}`
  return { matched, rows, values, order: filters.order, isKeyed: true }
}

function conditions({ state, search }: Omit<Filters, 'page' | 'limit'>, values: Values): string[] {
  const all = ['g.tenant_id = $1', state ? stateOf[state] : 'g.deleted_at is null']
  if (search) all.push(contains(folded(`concat_ws(' ', g.code, g.name, g.email)`), search, values))
  return all
}

const readOne = prepared(`
  with shown as (select id, 1 as position from agents where tenant_id = $1 and id = $2) ${rows}`)

/** Also finds deleted ones. */
export const readAgent = verb(getSalesPersonById, async ({ tx }, { id }) => {
  return (await oneOf(tx.query<{ item: Agent }>(readOne, id))).item
})

const listLiving = prepared(`
  select code as "salesPersonCode", name as "firstLastName" from agents
  where tenant_id = $1 and deleted_at is null order by name collate "tr-x-icu", code`)

/** Passive agents too. */
export const agentsToChoose = verb(getSalesPersonForSelect, ({ tx }) => tx.query<SalesPerson>(listLiving))

export const downloadAgents = listExport<Agent, typeof exportSalesPersons>(exportSalesPersons, {
  title: 'panel.agents',
  query: (_call, filters) => agentsQuery(filters),
  columns: {
    salesPersonCode: asText('panel.agent.code', (row) => row.salesPersonCode, 14),
    firstLastName: asText('panel.person.name', (row) => row.firstLastName, 30),
    phone: asText('panel.person.phone', (row) => row.phone, 20),
    email: asText('panel.person.email', (row) => row.email, 30),
    customers: asWhole('panel.customers', (row) => row.customers),
    users: asText('panel.users', (row) => row.users.map(({ username }) => username).join(', ')),
    state: asText('order.state', (row, { say }) => say(`panel.person.state.${exportState(row)}`), 14),
  },
})

const exportState = ({ isDeleted, isActive }: Agent) =>
  isDeleted ? 'deleted' : isActive ? 'active' : 'passive'
