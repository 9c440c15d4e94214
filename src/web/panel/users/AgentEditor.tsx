import { Button, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Agent, updateSalesPerson } from '#shared/agents.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { LoadAgain } from '../form/LoadAgain.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { AgentFields } from './AgentFields.tsx'
import { AgentPeople } from './AgentPeople.tsx'
import { draftOf, fetchAgent } from './agentDraft.ts'
import { isEditConflict } from './editConflict.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { ReadOnlyPage } from './ReadOnlyPage.tsx'
import { agentQueryKeys, agentRemoval } from './removal.ts'
import { useBackLink } from './useBackLink.ts'

export function AgentEditor({ agent }: { agent: Agent }) {
  const queryClient = useQueryClient()
  const back = useBackLink(pages.agents)
  const { id, firstLastName } = agent
  const { restore, isBusy } = useRemoval(agentRemoval, { id, name: firstLastName })
  // Of the loaded or last saved state, never of a background refetch.
  const [version, setVersion] = useState(agent.version)
  const [isStale, setIsStale] = useState(false)
  const form = useRecordForm({
    schema: updateSalesPerson.input,
    initial: draftOf(agent),
    save: (values) =>
      api.post('/api/Account/UpdateSalesPerson', { ...values, version }).catch((error: unknown) => {
        setIsStale(isEditConflict(error))
        throw error
      }),
    onSaved: ({ data }) => {
      setIsStale(false)
      setVersion(data.version)
      for (const key of [...agentQueryKeys, 'agent']) void queryClient.invalidateQueries({ queryKey: [key] })
    },
  })
  const loadAgain = async () => {
    const fresh = await fetchAgent(id)
    setIsStale(false)
    setVersion(fresh.version)
    form.discard()
    form.restart(draftOf(fresh))
    queryClient.setQueryData(['agent', id], fresh)
  }
  const title = (
    <>
      {t('panel.agentEdit')} <bdi>{agent.salesPersonCode}</bdi>
    </>
  )
  const fields = (
    <AgentFields
      form={form}
      code={{ value: agent.salesPersonCode, readOnly: true, description: t('panel.agent.codeFixed') }}
    />
  )
  if (agent.isDeleted) {
    return (
      <ReadOnlyPage
        title={title}
        back={back}
        reason={t('panel.agent.isDeleted')}
        onRestore={() => restore(() => void loadAgain().catch(notifyFailure))}
        isBusy={isBusy}
        fields={fields}
      >
        <AgentPeople agent={agent} />
      </ReadOnlyPage>
    )
  }
  return (
    <FormPage title={title} form={form} back={back}>
      {isStale && <LoadAgain load={loadAgain} />}
      {fields}
      <AgentPeople agent={agent} />
      <Delete agent={agent} onDeleted={form.discard} />
    </FormPage>
  )
}

function Delete({ agent, onDeleted }: { agent: Agent; onDeleted: () => void }) {
  const navigate = usePageNavigate()
  const back = useBackLink(pages.agents)
  const { remove, isBusy } = useRemoval(agentRemoval, { id: agent.id, name: agent.firstLastName })
  const [isConfirming, setIsConfirming] = useState(false)
  const leave = () => {
    onDeleted()
    void navigate(listLink(back.to))
  }
  return (
    <FormSection title={t('panel.agent.delete')} columns={1}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('panel.agent.deleteHint')}</Text>
        <Button
          variant="outline"
          color="red"
          c="red.9"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-busy={isBusy}
          onClick={() => (agent.customers > 0 ? setIsConfirming(true) : remove(leave))}
        >
          {t('panel.agent.delete')}
        </Button>
      </Group>
      {isConfirming && (
        <HandOverDialog agent={agent} isDeleting onDone={leave} onClosed={() => setIsConfirming(false)} />
      )}
    </FormSection>
  )
}
