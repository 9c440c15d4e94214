import { Group, Text } from '@mantine/core'
import { IconTransfer, IconUserPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { Agent } from '#shared/customers/agents.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormPage.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageLink } from '../PageLink.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'

export function CustomerCount({ agent, asText = false }: { agent: Agent; asText?: boolean }) {
  const { customers: count, salesPersonCode } = agent
  const content = asText ? (
    t('panel.agent.customerCount', { count })
  ) : (
    <bdi className="number">{formatCount(count)}</bdi>
  )
  if (count === 0) return content
  return (
    <PageLink page={pages.customers} link={{ search: { agent: salesPersonCode } as never }}>
      {content}
    </PageLink>
  )
}

export function AgentUsers({ agent }: { agent: Agent }) {
  if (agent.users.length === 0) return '–'
  return (
    <span>
      {agent.users.map(({ id, username }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <PageLink page={pages.userEdit} link={{ params: { id } as never }}>
            <bdi>{username}</bdi>
          </PageLink>
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
