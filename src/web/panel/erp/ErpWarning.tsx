import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ErpState } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './ErpWarning.module.css'
import { useErpLink } from './useErpLink.ts'

/** Says where nothing gets to the ERP, or orders were refused there, and leads to what can be done about it. */
export function ErpWarning() {
  const { data } = useErpLink({ isWatched: true })
  if (!data?.link) return null
  const { state } = data
  const isFailing = isWrong(state.condition)
  if (!isFailing && state.dead === 0) return null
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={18} aria-hidden />
      <Link to="/erp/index" search={(isFailing ? {} : { tab: 'orders', state: 'dead' }) as never}>
        {isFailing
          ? t(`panel.erp.condition.${state.condition}`)
          : t('panel.erp.refusedCount', { count: state.dead })}
      </Link>
    </p>
  )
}

const isWrong = (condition: ErpState['condition']) => condition !== 'idle' && condition !== 'up'
