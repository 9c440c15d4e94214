import type { agentSorts } from '#shared/customers/agents.ts'
import type { Role } from '#shared/users/roles.ts'
import type { userSorts } from '#shared/users/users.ts'
import { asText, defineList, oneOf } from '../list/listSearch.ts'

// Repeats the endpoints' sorts and roles, to keep their schemas out of the first load.
const userSortKeys = ['username', 'name', 'email', 'lastSignIn'] as const satisfies typeof userSorts
const agentSortKeys = ['firstLastName', 'salesPersonCode', 'customers'] as const satisfies typeof agentSorts
const asRole = oneOf<Role>(['admin', 'sp', 'customer'])

export const personStates = ['active', 'passive', 'deleted'] as const
const asState = oneOf(personStates)

export const userList = defineList({
  sorts: userSortKeys,
  defaultSort: { sort: 'username', order: 'asc' },
  filters: { role: asRole, state: asState },
})
export type UserSort = (typeof userList.sorts)[number]

export const agentList = defineList({
  sorts: agentSortKeys,
  defaultSort: { sort: 'firstLastName', order: 'asc' },
  filters: { state: asState },
})
export type AgentSort = (typeof agentList.sorts)[number]

/** Prefills a new user's form from a link. */
export type NewUserSearch = { role?: Role; salesPersonCode?: string; currAccCode?: string }

export function readNewUserSearch(search: Record<string, unknown>): NewUserSearch {
  const role = asRole(search.role)
  const salesPersonCode = asText(search.salesPersonCode)
  const currAccCode = asText(search.currAccCode)
  return {
    ...(role ? { role } : {}),
    ...(salesPersonCode ? { salesPersonCode: salesPersonCode.slice(0, 30) } : {}),
    ...(currAccCode ? { currAccCode: currAccCode.slice(0, 30) } : {}),
  }
}
