import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '#shared/customers/agents.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Dialog } from '../Dialog.tsx'
import { useRemoval } from '../list/removal.tsx'
import { refetch } from '../refetch.ts'
import { useCall } from '../useCall.ts'
import { agentQueryKeys, agentRemoval } from './removal.ts'

type Props = {
  agent: Agent
  /** Deletes the agent too; without a receiver their customers have no agent. */
  isDeleting?: boolean
  onDone?: (() => void) | undefined
  /** After the closing transition. */
  onClosed: () => void
}

/** Moves all customers of an agent to another one. */
export function HandOverDialog({ agent, isDeleting = false, onDone, onClosed }: Props) {
  const { id, customers: count, firstLastName: name } = agent
  const [isOpen, setIsOpen] = useState(true)
  const [isDone, setIsDone] = useState(false)
  const [focusedBefore] = useState(() => document.activeElement)
  const [receiver, setReceiver] = useState<string | null>(null)
  const receivers = useReceivers(agent)
  const removal = useRemoval(agentRemoval, { id, name })
  const handOver = useHandOver(agent)
  const close = () => setIsOpen(false)
  const finish = () => {
    setIsDone(true)
    close()
  }
  const run = async () => {
    const to = receivers.find(({ value }) => value === receiver)
    if (to) await handOver.mutateAsync({ to: to.value, name: to.label })
    if (isDeleting) removal.remove(finish)
    else finish()
  }
  const isBusy = handOver.isPending || removal.isBusy
  const problem = handOver.error
  return (
    <Dialog
      opened={isOpen}
      title={t(isDeleting ? 'panel.agent.deleteTitle' : 'panel.agent.handOverTitle', { name })}
      text={t(isDeleting ? 'panel.agent.deleteText' : 'panel.agent.handOverText', { count })}
      action={{
        text: t(actionOf(isDeleting, receiver !== null)),
        ...(isDeleting ? { color: 'red.8' } : {}),
        disabled: !isDeleting && receiver === null,
        'aria-busy': isBusy,
        // Errors appear at the select or as a notification.
        onClick: () => isBusy || void run().catch(() => {}),
      }}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={() => {
        if (isDone) onDone?.()
        else if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
        onClosed()
      }}
    >
      <Select
        label={t(isDeleting ? 'panel.agent.handOverFirst' : 'panel.agent.handOverTo')}
        data-autofocus
        searchable
        clearable
        openOnFocus={false}
        nothingFoundMessage={t('list.nothingFound')}
        data={receivers}
        value={receiver}
        onChange={setReceiver}
        error={
          problem instanceof CallFailed ? (problem.fields.toSalesPersonCode ?? problem.message) : undefined
        }
      />
    </Dialog>
  )
}

function actionOf(isDeleting: boolean, hasReceiver: boolean) {
  if (!isDeleting) return 'panel.agent.handOver'
  return hasReceiver ? 'panel.agent.handOverAndDelete' : 'panel.agent.deleteAnyway'
}

function useReceivers(agent: Agent) {
  const agents = useCall(['agentReceivers'], (options) =>
    api.get('/api/Shop/GetShopSalesPerson', {}, options),
  )
  return (agents.data ?? [])
    .filter(({ salesPersonCode }) => salesPersonCode !== agent.salesPersonCode)
    .map(({ salesPersonCode, firstLastName }) => ({
      value: salesPersonCode,
      label: `${firstLastName} · ${salesPersonCode}`,
    }))
}

function useHandOver({ id }: Agent) {
  return useMutation({
    mutationFn: ({ to }: { to: string; name: string }) =>
      api.post('/api/Account/HandOverCustomers', { id, toSalesPersonCode: to }),
    onSuccess: ({ data: { count } }, { name }) => {
      notifyDone(t('panel.agent.handedOver', { count, name }))
      void refetch(...agentQueryKeys, 'agent')
    },
  })
}
