import { Alert, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ErpState } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './Transfers.module.css'
import { useTransferActions } from './useTransferActions.ts'

/** Reasons shared by several refused orders, to retry all at once. */
export function Refusals({ refusals }: Pick<ErpState, 'refusals'>) {
  const { busy, run, retrySame } = useTransferActions()
  const shared = refusals.filter(({ count }) => count > 1)
  if (shared.length === 0) return null
  return (
    <Alert color="red" variant="light" mb="md" title={t('panel.erp.sameReason')}>
      <ul className={classes.refusals}>
        {shared.map(({ error, count }) => (
          <li key={error}>
            <p>
              <bdi>{error || t('panel.erp.errorClass.rejected')}</bdi>
            </p>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              aria-busy={busy === error}
              onClick={() => run(error, () => retrySame(error))}
            >
              {t('panel.erp.retrySame', { count })}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
