import { IconHistory } from '@tabler/icons-react'
import { pages } from '#shared/pages.ts'
import { addUser, type SystemUser, updateUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { useMayOpen } from '../access.ts'
import { FormPage, ReadOnlyPage } from '../form/FormPage.tsx'
import { RecordPage } from '../form/RecordPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { PageButton } from '../PageButton.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageSearch, usePageTitle } from '../shell/pageAddress.ts'
import { userRemoval } from './removal.ts'
import { UserFields } from './UserFields.tsx'
import { UserSecurity } from './UserSecurity.tsx'
import { useBackLink } from './useBackLink.ts'
import { draftOf, fetchUser, newUserDraft, withoutUnusedLinks } from './userDraft.ts'
import { type NewUserSearch, readNewUserSearch } from './userSearch.ts'

export function UserCreatePage() {
  const search = readNewUserSearch(usePageSearch())
  return <NewUser key={JSON.stringify(search)} search={search} />
}

function NewUser({ search }: { search: NewUserSearch }) {
  const navigate = usePageNavigate()
  const back = useBackLink(pages.users)
  const mayEdit = useMayOpen(pages.userEdit)
  const form = useRecordForm({
    schema: addUser.input,
    initial: newUserDraft(search),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddUser', withoutUnusedLinks(values))).data,
    savedText: t('panel.user.added'),
    onSaved: ({ id }) => {
      void refetch('users', 'agents')
      if (mayEdit) void navigate({ to: '/user/edit/$id', params: { id }, replace: true })
      else void navigate(listLink(back.to))
    },
  })
  return (
    <FormPage title={t('panel.userCreate')} form={form} back={back}>
      <UserFields form={form} isNew isSelf={false} />
    </FormPage>
  )
}

export function UserEditPage() {
  const { id = '' } = usePageParams()
  const user = useRecordQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => fetchUser(id, { signal }),
  })
  usePageTitle(user.data?.username)
  return (
    <RecordPage title={t('panel.userEdit')} back={useBackLink(pages.users)} query={user} height={620}>
      {(data) => <UserEditor key={id} user={data} />}
    </RecordPage>
  )
}

function UserEditor({ user }: { user: SystemUser }) {
  const { id, username, canEdit, isDeleted } = user
  const { restore, isBusy } = useRemoval(userRemoval, { id, name: username })
  const isSelf = useSession((session) => session.user?.id === id)
  const form = useStoredForm({
    schema: updateUser.input,
    stored: user,
    draftOf,
    save: async (values, version) =>
      (await api.post('/api/Account/UpdateUser', { ...withoutUnusedLinks(values), version })).data,
    load: () => fetchUser(id),
    onSaved: (_, { password }) => {
      if (password) clearPassword()
      void refetch('users', 'user', 'agents')
      if (isSelf) void reloadUser().catch(() => {})
    },
    onLoaded: (fresh) => queryClient.setQueryData(['user', id], fresh),
  })
  const clearPassword = () => form.restart({ ...form.values, password: '', passwordConfirm: '' })
  const head = {
    title: (
      <>
        {t('panel.userEdit')} <bdi>{username}</bdi>
      </>
    ),
    back: useBackLink(pages.users),
    actions: (
      <PageButton
        page={pages.changes}
        link={{ search: { subject: 'user', subjectId: id } as never }}
        Icon={IconHistory}
      >
        {t('panel.user.changes')}
      </PageButton>
    ),
  }
  if (!canEdit || isDeleted) {
    return (
      <ReadOnlyPage
        {...head}
        reason={t(isDeleted ? 'panel.user.isDeleted' : 'panel.user.notYours')}
        onRestore={canEdit ? () => restore(() => void form.reload().catch(notifyFailure)) : undefined}
        isBusy={isBusy}
        fields={<UserFields form={form} isNew={false} isSelf={isSelf} isReadOnly />}
      />
    )
  }
  return (
    <FormPage {...head} form={form}>
      <UserFields form={form} isNew={false} isSelf={isSelf} />
      <UserSecurity
        user={user}
        isSelf={isSelf}
        // Resetting the second factor raises the version, which is not a conflict.
        onTotpOff={() => form.change({ version: form.current.version + 1 })}
        onDeleted={form.discard}
      />
    </FormPage>
  )
}
