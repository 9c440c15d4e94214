import { Skeleton } from '@mantine/core'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { usePageParams, usePageSearch, usePageTitle } from '../shell/pageAddress.ts'
import { NewUser } from './NewUser.tsx'
import { UserEditor } from './UserEditor.tsx'
import { fetchUser } from './userDraft.ts'
import { readNewUserSearch } from './userSearch.ts'

export function UserCreatePage() {
  const search = readNewUserSearch(usePageSearch())
  return <NewUser key={JSON.stringify(search)} search={search} />
}

export function UserEditPage() {
  const { id = '' } = usePageParams()
  const user = useRecordQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => fetchUser(id, { signal }),
  })
  usePageTitle(user.data?.username)
  return (
    <>
      {user.error && <Failure error={user.error} onRetry={() => void user.refetch()} />}
      {user.isPending && <Skeleton height={620} radius="md" />}
      {user.data && <UserEditor key={id} user={user.data} />}
    </>
  )
}
