import type { agentSorts } from '#shared/agents.ts'
import type { Role } from '#shared/roles.ts'
import type { userSorts } from '#shared/users.ts'
import { asText, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

// The sorts and roles stand here again: the calls' own come with their schemas, which the first load does without.
const sorts = ['username', 'name', 'email', 'lastSignIn'] as const satisfies typeof userSorts
const sortsOfAgents = ['firstLastName', 'salesPersonCode', 'customers'] as const satisfies typeof agentSorts
const asRole = oneOf<Role>(['admin', 'sp', 'customer'])

/** What a user or an agent can be. */
export const personStates = ['active', 'passive', 'deleted'] as const
const asState = oneOf(personStates)

/** What the user list can be sorted and filtered by. */
export const userList = defineList({
  sorts,
  first: { sort: 'username', order: 'asc' },
  filters: { role: asRole, state: asState },
})
export type UserSort = (typeof userList.sorts)[number]

export const readUserSearch = (search: Record<string, unknown>) => readListSearch(search, userList)

/** What the list of sales agents can be sorted and filtered by. */
export const agentList = defineList({
  sorts: sortsOfAgents,
  first: { sort: 'firstLastName', order: 'asc' },
  filters: { state: asState },
})
export type AgentSort = (typeof agentList.sorts)[number]

export const readAgentSearch = (search: Record<string, unknown>) => readListSearch(search, agentList)

/** What a new user's form starts with, where a link says for whom it is. */
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
