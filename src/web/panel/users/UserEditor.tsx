import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '#shared/pages.ts'
import { type SystemUser, updateUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { useMayOpen } from '../access.ts'
import { FormPage } from '../form/FormPage.tsx'
import { LoadAgain } from '../form/LoadAgain.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRemoval } from '../list/removal.tsx'
import { isEditConflict } from './editConflict.ts'
import { ReadOnlyPage } from './ReadOnlyPage.tsx'
import { userRemoval } from './removal.ts'
import { UserSections } from './UserSections.tsx'
import { UserSecurity } from './UserSecurity.tsx'
import { useBackLink } from './useBackLink.ts'
import { draftOf, fetchUser, withoutUnusedLinks } from './userDraft.ts'

export function UserEditor({ user }: { user: SystemUser }) {
  const queryClient = useQueryClient()
  const back = useBackLink(pages.users)
  const { restore, isBusy } = useRemoval(userRemoval, { id: user.id, name: user.username })
  const isSelf = useSession((session) => session.user?.id === user.id)
  // Of the loaded or last saved state, never of a background refetch.
  const [version, setVersion] = useState(user.version)
  const [isStale, setIsStale] = useState(false)
  const form = useRecordForm({
    schema: updateUser.input,
    initial: draftOf(user),
    save: (values) =>
      api
        .post('/api/Account/UpdateUser', { ...withoutUnusedLinks(values), version })
        .catch((error: unknown) => {
          setIsStale(isEditConflict(error))
          throw error
        }),
    onSaved: ({ data }, { password }) => {
      setIsStale(false)
      setVersion(data.version)
      if (password) clearPassword()
      for (const key of ['users', 'user', 'agents']) void queryClient.invalidateQueries({ queryKey: [key] })
      if (isSelf) void reloadUser().catch(() => {})
    },
  })
  const clearPassword = () => form.restart({ ...form.values, password: '', passwordConfirm: '' })
  const loadAgain = async () => {
    const fresh = await fetchUser(user.id)
    setIsStale(false)
    setVersion(fresh.version)
    form.discard()
    form.restart(draftOf(fresh))
    queryClient.setQueryData(['user', user.id], fresh)
  }
  const editMode = { isNew: false, isSelf }
  const title = (
    <>
      {t('panel.userEdit')} <bdi>{user.username}</bdi>
    </>
  )
  const actions = <ChangesLink id={user.id} />
  if (!user.canEdit || user.isDeleted) {
    return (
      <ReadOnlyPage
        title={title}
        back={back}
        reason={t(user.isDeleted ? 'panel.user.isDeleted' : 'panel.user.notYours')}
        onRestore={user.canEdit ? () => restore(() => void loadAgain().catch(notifyFailure)) : undefined}
        isBusy={isBusy}
        actions={actions}
        fields={<UserSections form={form} {...editMode} isReadOnly />}
      />
    )
  }
  return (
    <FormPage title={title} form={form} back={back} actions={actions}>
      {isStale && <LoadAgain load={loadAgain} />}
      <UserSections form={form} {...editMode} />
      <UserSecurity
        user={user}
        isSelf={isSelf}
        // Resetting the second factor raises the version, which is not a conflict.
        onTotpOff={() => setVersion((before) => before + 1)}
        onDeleted={form.discard}
      />
    </FormPage>
  )
}

function ChangesLink({ id }: { id: string }) {
  const mayOpen = useMayOpen(pages.changes)
  if (!mayOpen) return null
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/panel/changes" search={{ subject: 'user', subjectId: id }} {...props} />
      )}
    >
      {t('panel.user.changes')}
    </Button>
  )
}
