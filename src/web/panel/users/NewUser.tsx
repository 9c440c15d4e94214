import { useQueryClient } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { addUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FormPage } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { listLink } from '../list/listLink.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { UserSections } from './UserSections.tsx'
import { newUser, untied } from './userDraft.ts'
import type { NewUserSearch } from './userSearch.ts'
import { useWayBack } from './useWayBack.ts'

/** The form of a new user. */
export function NewUser({ search }: { search: NewUserSearch }) {
  const navigate = usePageNavigate()
  const queries = useQueryClient()
  const back = useWayBack(pages.users)
  const mayEdit = useMayOpen(pages.userEdit)
  const form = useRecordForm({
    schema: addUser.input,
    initial: newUser(search),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddUser', untied(values))).data,
    savedText: t('panel.user.added'),
    onSaved: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['users'] })
      void queries.invalidateQueries({ queryKey: ['agents'] })
      if (mayEdit) void navigate({ to: '/user/edit/$id', params: { id }, replace: true })
      else void navigate(listLink(back.to))
    },
  })
  return (
    <FormPage title={t('panel.userCreate')} form={form} back={back}>
      <UserSections form={form} isNew isOneself={false} />
    </FormPage>
  )
}
