import { Group, Text } from '@mantine/core'
import { IconDeviceMobileOff, IconHistory, IconLogout2, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import { addUser, type SystemUser, updateUser } from '#shared/users/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useMayOpen } from '../access.ts'
import { FormPage, FormSection, ReadOnlyPage } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { PageButton } from '../PageButton.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageSearch, usePageTitle } from '../shell/pageAddress.ts'
import { useBusy } from '../useBusy.ts'
import { useBackLink } from './people.tsx'
import { userRemoval } from './removal.ts'
import { UserFields } from './UserFields.tsx'
import { draftOf, getUser, newUserDraft, withoutUnusedLinks } from './userDraft.ts'
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
  const user = useRecordQuery(['user', id], (options) => getUser(id, options))
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
    load: () => getUser(id),
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

type UserSecurityProps = {
  user: SystemUser
  isSelf: boolean
  onTotpOff: () => void
  /** Called before leaving, so that unsaved changes are not asked about. */
  onDeleted: () => void
}

function UserSecurity({ user, isSelf, onTotpOff, onDeleted }: UserSecurityProps) {
  return (
    <FormSection title={t('panel.user.security')} columns={1}>
      {isSelf ? (
        <Text size="sm">
          {t('panel.user.ownSecurity')} <Link to="/user/sessions">{t('panel.sessions')}</Link>
          {' · '}
          <Link to="/user/security">{t('panel.security')}</Link>
        </Text>
      ) : (
        <>
          <Sessions user={user} />
          <SecondFactor user={user} onTotpOff={onTotpOff} />
          <Delete user={user} onDeleted={onDeleted} />
        </>
      )}
    </FormSection>
  )
}

function Row({ children, button }: { children: ReactNode; button: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{children}</Text>
      {button}
    </Group>
  )
}

function Sessions({ user }: { user: SystemUser }) {
  const { button } = useBusy(['user', user.id])
  const end = async () => {
    await api.post('/api/Account/EndUserSessions', { id: user.id })
    notifyDone(t('panel.user.signedOut', { name: user.username }))
  }
  return (
    <Row
      button={
        user.sessions > 0 && (
          <IconButton Icon={IconLogout2} {...button('end', end)}>
            {t('panel.user.signOutEverywhere')}
          </IconButton>
        )
      }
    >
      {t('panel.user.sessionCount', { count: user.sessions })}
    </Row>
  )
}

function SecondFactor({ user, onTotpOff }: { user: SystemUser; onTotpOff: () => void }) {
  const { button } = useBusy('users', ['user', user.id])
  const reset = async () => {
    const isSure = await confirm({
      title: t('panel.user.takeOffTitle', { name: user.username }),
      text: t('panel.user.takeOffText'),
      action: t('panel.user.takeOff'),
      isDangerous: true,
    })
    if (!isSure) return
    await api.post('/api/Account/ResetUserTotp', { id: user.id })
    onTotpOff()
    notifyDone(t('panel.user.takenOff', { name: user.username }))
  }
  return (
    <Row
      button={
        user.hasTotp && (
          <IconButton Icon={IconDeviceMobileOff} {...button('reset', reset)}>
            {t('panel.user.takeOff')}
          </IconButton>
        )
      }
    >
      {t(user.hasTotp ? 'panel.user.twoFactorOn' : 'panel.user.twoFactorOff')}
    </Row>
  )
}

function Delete({ user, onDeleted }: Pick<UserSecurityProps, 'user' | 'onDeleted'>) {
  const navigate = usePageNavigate()
  const back = useBackLink(pages.users)
  const { remove, isBusy } = useRemoval(userRemoval, { id: user.id, name: user.username })
  return (
    <Row
      button={
        <IconButton
          Icon={IconTrash}
          variant="outline"
          color="red"
          c="red.9"
          aria-busy={isBusy}
          onClick={() =>
            remove(() => {
              onDeleted()
              void navigate(listLink(back.to))
            })
          }
        >
          {t('panel.user.delete')}
        </IconButton>
      }
    >
      {t('panel.user.deleteHint')}
    </Row>
  )
}
