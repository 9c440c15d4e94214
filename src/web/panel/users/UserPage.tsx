import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { NewUser } from './NewUser.tsx'
import { UserEditor } from './UserEditor.tsx'
import { fetchUser } from './userDraft.ts'

const createRoute = getRouteApi(pages.userCreate.path)
const editRoute = getRouteApi(pages.userEdit.path)

/** A new user, begun for whom the address says. */
export function UserCreatePage() {
  const search = createRoute.useSearch()
  return <NewUser key={JSON.stringify(search)} search={search} />
}

/** A user as they are, to be looked at and, where that is allowed, changed. */
export function UserEditPage() {
  const { id } = editRoute.useParams()
  const user = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => fetchUser(id, { signal }),
    // A form begins from what is there now, not from what was there when it was last looked at.
    gcTime: 0,
  })
  return (
    <>
      {user.error && <Failure error={user.error} onRetry={() => void user.refetch()} />}
      {user.isPending && <Skeleton height={620} radius="md" />}
      {user.data && <UserEditor key={id} user={user.data} />}
    </>
  )
}
