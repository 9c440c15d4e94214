import { Badge, CloseButton, Modal, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { textMatcher } from '#shared/text/textMatch.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useCustomer, useOrdersForOthers, useViewedAccount } from '../account.ts'
import classes from './AgentsDialog.module.css'
import { closeAgents } from './agentsDialog.ts'

/** Longer lists get a search. */
const searchAboveAgents = 8

/** The company's agents, with the account's own one marked. */
export function AgentsDialog() {
  const user = useSession((session) => session.user)
  const viewed = useViewedAccount()
  const ordersForOthers = useOrdersForOthers()
  const account = useCustomer((ordersForOthers ? viewed : user?.currAccCode) ?? '')
  const own = user?.salesPersonCode ?? account.data?.salesPersonCode
  const [typed, setTyped] = useState('')
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    },
    [focusedBefore],
  )
  const agents = useQuery({
    queryKey: ['agents', user?.id, viewed ?? ''],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetShopSalesPerson', { currAccCode: viewed }, { signal })).data,
    staleTime: 300_000,
  })
  const all = agents.data ?? []
  const isFound = textMatcher(typed)
  const found = all.filter((one) => isFound(`${one.firstLastName} ${one.salesPersonCode}`))
  return (
    <Modal
      opened
      onClose={closeAgents}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.head}>
        <Modal.Title fw={600} fz="lg">
          {t('ordering.agents.title')}
        </Modal.Title>
        <CloseButton size="lg" aria-label={t('action.close')} onClick={closeAgents} />
      </div>
      {agents.error && <Failure error={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.isPending && <Skeleton height={180} radius="md" />}
      {all.length > searchAboveAgents && (
        <TextInput
          type="search"
          mb="xs"
          data-autofocus
          aria-label={t('ordering.agents.search')}
          placeholder={t('ordering.agents.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {found.map((one) => (
          <li key={one.salesPersonCode} className={classes.agent}>
            <span className={classes.name}>{one.firstLastName}</span>
            {one.salesPersonCode === own && <Badge variant="light">{t('ordering.agents.own')}</Badge>}
            <bdi className={classes.code}>{one.salesPersonCode}</bdi>
          </li>
        ))}
      </ul>
      {agents.data && found.length === 0 && (
        <p className={classes.none}>{all.length > 0 ? t('list.nothingFound') : t('ordering.agents.none')}</p>
      )}
    </Modal>
  )
}
