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
import { useBackLink } from './useBackLink.ts'
import { newUserDraft, withoutUnusedLinks } from './userDraft.ts'
import type { NewUserSearch } from './userSearch.ts'

export function NewUser({ search }: { search: NewUserSearch }) {
  const navigate = usePageNavigate()
  const queryClient = useQueryClient()
  const back = useBackLink(pages.users)
  const mayEdit = useMayOpen(pages.userEdit)
  const form = useRecordForm({
    schema: addUser.input,
    initial: newUserDraft(search),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddUser', withoutUnusedLinks(values))).data,
    savedText: t('panel.user.added'),
    onSaved: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      void queryClient.invalidateQueries({ queryKey: ['agents'] })
      if (mayEdit) void navigate({ to: '/user/edit/$id', params: { id }, replace: true })
      else void navigate(listLink(back.to))
    },
  })
  return (
    <FormPage title={t('panel.userCreate')} form={form} back={back}>
      <UserSections form={form} isNew isSelf={false} />
    </FormPage>
  )
}
