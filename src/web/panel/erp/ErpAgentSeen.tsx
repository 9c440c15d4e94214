import { t } from '#web/i18n.ts'
import { formatRelative } from './relative.ts'
import { useErpLink } from './useErpLink.ts'

/** When the agent last asked for work. */
export function ErpAgentSeen() {
  const { data, dataUpdatedAt } = useErpLink({ isWatched: true })
  if (!data) return null
  const { agentSeenAt } = data.state
  return agentSeenAt
    ? t('panel.erp.agent.seen', { when: formatRelative(agentSeenAt, dataUpdatedAt) })
    : t('panel.erp.agent.never')
}
