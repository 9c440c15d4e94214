import { Alert, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ErpState } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './Transfers.module.css'
import { useTransferDeeds } from './useTransferDeeds.ts'

/** Reasons that several orders were refused for: once it is mended all of them are sent again at once. */
export function Refusals({ refusals }: Pick<ErpState, 'refusals'>) {
  const { busy, once, retrySame } = useTransferDeeds()
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
              onClick={() => once(error, () => retrySame(error))}
            >
              {t('panel.erp.retrySame', { count })}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
