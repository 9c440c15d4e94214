import { Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { type Agent, addSalesPerson, updateSalesPerson } from '#shared/customers/agents.ts'
import { pages } from '#shared/pages.ts'
import { agentFields } from '#shared/records/agentFields.ts'
import { api, type CallOptions } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { useMayOpen } from '../access.ts'
import { draftFrom, newDraft } from '../form/draft.ts'
import { FormPage, FormSection, ReadOnlyPage } from '../form/FormPage.tsx'
import { type FieldOverride, RecordFields } from '../form/RecordFields.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { AgentPeople } from './AgentPeople.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { useBackLink } from './people.tsx'
import { agentQueryKeys, agentRemoval } from './removal.ts'

export function AgentCreatePage() {
  const navigate = usePageNavigate()
  const back = useBackLink(pages.agents)
  const mayEdit = useMayOpen(pages.agentEdit)
  const form = useRecordForm({
    schema: addSalesPerson.input,
    initial: newDraft(addSalesPerson.input),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddSalesPerson', values)).data,
    savedText: t('panel.agent.added'),
    onSaved: ({ id }) => {
      void refetch(...agentQueryKeys)
      // The edit page offers to create their sign-in.
      if (mayEdit) void navigate({ to: '/user/sp-edit/$id', params: { id }, replace: true })
      else void navigate(listLink(back.to))
    },
  })
  return (
    <FormPage title={t('panel.agentCreate')} form={form} back={back}>
      <AgentFields form={form} code={{ description: t('panel.agent.codeHint') }} />
    </FormPage>
  )
}

/** Also loads deleted agents. */
const getAgent = (id: string, options?: CallOptions) =>
  api.get('/api/Account/GetSalesPersonById', { id }, options)

export function AgentEditPage() {
  const { id = '' } = usePageParams()
  const agent = useRecordQuery(['agent', id], (options) => getAgent(id, options))
  usePageTitle(agent.data?.firstLastName)
  return (
    <RecordPage title={t('panel.agentEdit')} back={useBackLink(pages.agents)} query={agent} height={420}>
      {(data) => <AgentEditor key={id} agent={data} />}
    </RecordPage>
  )
}

function AgentEditor({ agent }: { agent: Agent }) {
  const { id, salesPersonCode, firstLastName: name } = agent
  const { restore, isBusy } = useRemoval(agentRemoval, { id, name })
  const form = useStoredForm({
    schema: updateSalesPerson.input,
    stored: agent,
    draftOf: (record) => draftFrom(updateSalesPerson.input, record),
    save: async (values, version) =>
      (await api.post('/api/Account/UpdateSalesPerson', { ...values, version })).data,
    load: () => getAgent(id),
    onSaved: () => {
      void refetch(...agentQueryKeys, 'agent')
    },
    onLoaded: (fresh) => queryClient.setQueryData(['agent', id], fresh),
  })
  const head = {
    title: (
      <>
        {t('panel.agentEdit')} <bdi>{salesPersonCode}</bdi>
      </>
    ),
    back: useBackLink(pages.agents),
  }
  const fields = (
    <AgentFields
      form={form}
      code={{ value: salesPersonCode, readOnly: true, description: t('panel.agent.codeFixed') }}
    />
  )
  if (agent.isDeleted) {
    return (
      <ReadOnlyPage
        {...head}
        reason={t('panel.agent.isDeleted')}
        onRestore={() => restore(() => void form.reload().catch(notifyFailure))}
        isBusy={isBusy}
        fields={fields}
      >
        <AgentPeople agent={agent} />
      </ReadOnlyPage>
    )
  }
  return (
    <FormPage {...head} form={form}>
      {fields}
      <AgentPeople agent={agent} />
      <Delete agent={agent} onDeleted={form.discard} />
    </FormPage>
  )
}

const names = ['salesPersonCode', 'firstLastName', 'email', 'phone', 'maxDiscount', 'isActive'] as const

type AgentFieldsProps = Pick<ComponentProps<typeof RecordFields>, 'form'> & { code: FieldOverride }

function AgentFields({ form, code }: AgentFieldsProps) {
  return (
    <FormSection title={t('panel.agentEdit')}>
      <RecordFields form={form} fields={agentFields} names={names} but={{ salesPersonCode: code }} />
    </FormSection>
  )
}

function Delete({ agent, onDeleted }: { agent: Agent; onDeleted: () => void }) {
  const { id, firstLastName: name, customers } = agent
  const navigate = usePageNavigate()
  const back = useBackLink(pages.agents)
  const { remove, isBusy } = useRemoval(agentRemoval, { id, name })
  const [isConfirming, setIsConfirming] = useState(false)
  const leave = () => {
    onDeleted()
    void navigate(listLink(back.to))
  }
  return (
    <FormSection title={t('panel.agent.delete')} columns={1}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('panel.agent.deleteHint')}</Text>
        <IconButton
          Icon={IconTrash}
          variant="outline"
          color="red"
          c="red.9"
          aria-busy={isBusy}
          onClick={() => (customers > 0 ? setIsConfirming(true) : remove(leave))}
        >
          {t('panel.agent.delete')}
        </IconButton>
      </Group>
      {isConfirming && (
        <HandOverDialog agent={agent} isDeleting onDone={leave} onClosed={() => setIsConfirming(false)} />
      )}
    </FormSection>
  )
}
