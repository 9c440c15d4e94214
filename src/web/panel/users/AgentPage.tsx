import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addSalesPerson } from '#shared/agents.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { FormPage } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { listLink } from '../list/listLink.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { AgentEditor } from './AgentEditor.tsx'
import { AgentFields } from './AgentFields.tsx'
import { fetchAgent } from './agentDraft.ts'
import { agentQueryKeys } from './removal.ts'
import { useBackLink } from './useBackLink.ts'

export function AgentCreatePage() {
  const navigate = usePageNavigate()
  const queryClient = useQueryClient()
  const back = useBackLink(pages.agents)
  const mayEdit = useMayOpen(pages.agentEdit)
  const form = useRecordForm({
    schema: addSalesPerson.input,
    initial: { salesPersonCode: '', firstLastName: '', email: '', phone: '', isActive: true },
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddSalesPerson', values)).data,
    savedText: t('panel.agent.added'),
    onSaved: ({ id }) => {
      for (const key of agentQueryKeys) void queryClient.invalidateQueries({ queryKey: [key] })
      // The edit page offers to create their sign-in.
      if (mayEdit) void navigate({ to: '/user/sp-edit/$id', params: { id }, replace: true })
      else void navigate(listLink(back.to))
    },
  })
  return (
    <FormPage title={t('panel.agentCreate')} form={form} back={back}>
      <AgentFields
        form={form}
        code={{ ...form.text('salesPersonCode'), description: t('panel.agent.codeHint') }}
      />
    </FormPage>
  )
}

export function AgentEditPage() {
  const { id = '' } = usePageParams()
  const agent = useRecordQuery({
    queryKey: ['agent', id],
    queryFn: ({ signal }) => fetchAgent(id, { signal }),
  })
  usePageTitle(agent.data?.firstLastName)
  return (
    <>
      {agent.error && <Failure error={agent.error} onRetry={() => void agent.refetch()} />}
      {agent.isPending && <Skeleton height={420} radius="md" />}
      {agent.data && <AgentEditor key={id} agent={agent.data} />}
    </>
  )
}
