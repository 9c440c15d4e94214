import type { z } from 'zod'
import { isoTime } from '#server/db/isoTime.ts'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { contains, folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { asInstant, asText } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { Permissions } from '#shared/pages.ts'
import {
  exportUsers,
  getSystemUserById,
  getSystemUsers,
  type SystemUser,
  type UserRow,
} from '#shared/users/users.ts'
import { hasAllPermissionsOf } from './authority.ts'

type Filters = z.output<typeof getSystemUsers.input>

const orderBy: Record<Filters['sort'], string> = {
  username: 'u.username collate "tr-x-icu"',
  name: `trim(u.first_name || ' ' || u.last_name) collate "tr-x-icu"`,
  email: 'u.email',
  lastSignIn: 'u.last_sign_in_at',
}

const stateOf: Record<'active' | 'passive' | 'deleted', string> = {
  active: 'u.deleted_at is null and u.is_active',
  passive: 'u.deleted_at is null and not u.is_active',
  deleted: 'u.deleted_at is not null',
}

/** Permissions decide `canEdit`. */
export type ReadUserRow = Omit<UserRow, 'canEdit'> & Permissions

const joined = `
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id`

const rows = `
  select shown.position, json_strip_nulls(json_build_object(
    'id', u.id, 'username', u.username, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email,
    'phone', u.phone, 'roles', u.roles, 'auths', u.auths, 'pageAuths', u.page_auths, 'isActive', u.is_active,
    'isDeleted', u.deleted_at is not null, 'hasTotp', u.totp_confirmed_at is not null,
    'of', coalesce(g.name, a.description, ''), 'lastSignIn', ${isoTime('u.last_sign_in_at')})) as item
  from shown
  join users u on u.tenant_id = $1 and u.id = shown.id ${joined}`

export const listUsers = verb(getSystemUsers, async ({ tx, user: caller }, filters) => {
  const data = await readPage<ReadUserRow>(tx, usersQuery(filters), filters)
  const items = data.items.map(({ auths, pageAuths, ...row }) => ({
    ...row,
    canEdit: hasAllPermissionsOf(caller, { roles: row.roles, auths, pageAuths }),
  }))
  return { ...data, items }
})

/** Only lastSignIn may be null. */
export function usersQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const { sort, order } = filters
  const values = collectValues()
  const matched = `
    select u.id, ${orderBy[sort]} as key, u.id as tie from users u ${joined}
    where ${conditions(filters, values).join(' and ')}`
  return { matched, rows, values, order, isKeyed: sort !== 'lastSignIn' }
}

function conditions(filters: Omit<Filters, 'page' | 'limit'>, values: Values): string[] {
  const all = ['u.tenant_id = $1', filters.state ? stateOf[filters.state] : 'u.deleted_at is null']
  if (filters.customerFetch) all.push(`'customer' = any (u.roles)`)
  if (filters.role) all.push(`${values.add(filters.role)} = any (u.roles)`)
  if (filters.search) {
    const searched = `concat_ws(' ', u.username, u.first_name, u.last_name, u.email, g.name, g.code, a.description, a.code)`
    all.push(contains(folded(searched), filters.search, values))
  }
  return all
}

const readUser = prepared(`
  select u.id, u.username, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.roles, u.auths,
         u.page_auths as "pageAuths", g.code as "salesPersonCode", a.code as "currAccCode",
         u.email_verification as "emailVerification", u.is_active as "isActive", u.version,
         u.totp_confirmed_at is not null as "hasTotp", u.deleted_at is not null as "isDeleted",
         (select count(*)::int from sessions s where s.tenant_id = $1 and s.user_id = u.id and s.refresh_expires_at > $3)
           as sessions,
         ${isoTime('u.created_at')} as "createdAt"
  from users u
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id
  where u.tenant_id = $1 and u.id = $2`)

/** Also deleted ones. */
export const readSystemUser = verb(getSystemUserById, async ({ tx, user: caller, now }, { id }) => {
  const user = await oneOf(tx.query<Omit<SystemUser, 'canEdit'>>(readUser, id, now))
  return { ...withoutNulls(user), canEdit: hasAllPermissionsOf(caller, user) }
})

export const downloadUsers = listExport<ReadUserRow, typeof exportUsers>(exportUsers, {
  title: 'panel.users',
  query: (_call, filters) => usersQuery(filters),
  columns: {
    username: asText('login.username', (row) => row.username),
    name: asText('panel.person.name', (row) => row.name, 30),
    roles: asText('panel.user.roles', (row, { say }) =>
      row.roles.map((role) => say(`role.${role}`)).join(', '),
    ),
    standsFor: asText('panel.user.standsFor', (row) => row.of, 30),
    email: asText('panel.person.email', (row) => row.email, 30),
    phone: asText('panel.person.phone', (row) => row.phone, 20),
    lastSignIn: asInstant('panel.user.lastSignIn', (row) => row.lastSignIn),
    state: asText('order.state', (row, { say }) => say(`panel.person.state.${exportState(row)}`), 14),
  },
})

const exportState = ({ isDeleted, isActive }: ReadUserRow) =>
  isDeleted ? 'deleted' : isActive ? 'active' : 'passive'
