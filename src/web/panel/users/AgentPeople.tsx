import { Group, Text } from '@mantine/core'
import { IconTransfer, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Agent } from '#shared/agents.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FormSection } from '../form/FormPage.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageButton } from '../PageButton.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'

export function CustomerCount({ agent, asText = false }: { agent: Agent; asText?: boolean }) {
  const mayOpen = useMayOpen(pages.customers)
  const { customers: count, salesPersonCode } = agent
  const content = asText ? (
    t('panel.agent.customerCount', { count })
  ) : (
    <bdi className="number">{formatCount(count)}</bdi>
  )
  if (!mayOpen || count === 0) return content
  return (
    <Link to="/customer/index" search={{ agent: salesPersonCode }}>
      {content}
    </Link>
  )
}

export function AgentUsers({ agent }: { agent: Agent }) {
  const mayOpen = useMayOpen(pages.userEdit)
  if (agent.users.length === 0) return '–'
  return (
    <span>
      {agent.users.map(({ id, username }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {mayOpen ? (
            <Link to="/user/edit/$id" params={{ id }}>
              <bdi>{username}</bdi>
            </Link>
          ) : (
            <bdi>{username}</bdi>
          )}
        </Fragment>
      ))}
    </span>
  )
}

export function AgentPeople({ agent }: { agent: Agent }) {
  const [isHandingOver, setIsHandingOver] = useState(false)
  const hasUsers = agent.users.length > 0
  return (
    <FormSection title={t('panel.agent.people')} columns={1}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <CustomerCount agent={agent} asText />
        </Text>
        {agent.customers > 0 && (
          <IconButton Icon={IconTransfer} onClick={() => setIsHandingOver(true)}>
            {t('panel.agent.handOverAll')}
          </IconButton>
        )}
      </Group>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {hasUsers ? (
            <>
              {t('panel.agent.signIns')} <AgentUsers agent={agent} />
            </>
          ) : (
            t('panel.agent.noSignIns')
          )}
        </Text>
        {!agent.isDeleted && (
          <PageButton
            page={pages.userCreate}
            link={{ search: { role: 'sp', salesPersonCode: agent.salesPersonCode } as never }}
            Icon={IconUserPlus}
          >
            {t('panel.agent.newSignIn')}
          </PageButton>
        )}
      </Group>
      {isHandingOver && <HandOverDialog agent={agent} onClosed={() => setIsHandingOver(false)} />}
    </FormSection>
  )
}
