import type { ErpState } from '#shared/erp/erp.ts'
import { t } from '#web/i18n.ts'
import { Warning } from '../dashboard/Warning.tsx'
import { useErpLink } from './useErpLink.ts'

/** Shown if transfers fail or orders were refused. */
export function ErpWarning() {
  const { data } = useErpLink({ isWatched: true })
  if (!data?.link) return null
  const { state } = data
  const isFailing = isFailingCondition(state.condition)
  if (!isFailing && state.dead === 0) return null
  return (
    <Warning
      link={{ to: '/erp/index', search: (isFailing ? {} : { tab: 'orders', state: 'dead' }) as never }}
      text={
        isFailing
          ? t(`panel.erp.condition.${state.condition}`)
          : t('panel.erp.refusedCount', { count: state.dead })
      }
    />
  )
}

const isFailingCondition = (condition: ErpState['condition']) => condition !== 'idle' && condition !== 'up'
