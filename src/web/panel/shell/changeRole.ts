import type { Role } from '#shared/users/roles.ts'
import { api } from '#web/api.ts'
import { storeToken } from '#web/credentials.ts'
import { useSession } from '#web/session.ts'
import { tabStorageKey } from '#web/tabStorage.ts'

/** A null role means all. Callers must reload the page. */
export async function changeRole(role: Role | null): Promise<void> {
  const { token } = await api.post('/api/Account/ChangeRole', { role })
  storeToken(token)
  sessionStorage.removeItem(tabStorageKey)
  useSession.setState({ user: undefined })
}
