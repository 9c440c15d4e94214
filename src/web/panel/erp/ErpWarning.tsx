import type { ErpState } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import { Warning } from '../dashboard/Warning.tsx'
import { useErpLink } from './useErpLink.ts'

/** Says where nothing gets to the ERP, or orders were refused there, and leads to what can be done about it. */
export function ErpWarning() {
  const { data } = useErpLink({ isWatched: true })
  if (!data?.link) return null
  const { state } = data
  const isFailing = isWrong(state.condition)
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

const isWrong = (condition: ErpState['condition']) => condition !== 'idle' && condition !== 'up'
