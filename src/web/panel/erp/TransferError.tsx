import type { Transfer } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './Transfers.module.css'
import { isUnnamed } from './transferCan.ts'

type Props = { transfer: Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'error' | 'made'> }

/** Why an order is not in the ERP; refusals include the ERP's reason. */
export function TransferError({ transfer }: Props) {
  const { state, heldBecause, errorClass, error } = transfer
  if (state === 'held' && heldBecause !== '') return t(`panel.erp.heldBecause.${heldBecause}`)
  if (errorClass === '') return '–'
  return (
    <div className={classes.error}>
      {isNotShown(transfer) ? notShown(transfer) : t(`panel.erp.errorClass.${errorClass}`)}
      {errorClass === 'rejected' && (
        <bdi className={classes.reason} title={error}>
          {error}
        </bdi>
      )}
    </div>
  )
}

type Made = Pick<Transfer, 'errorClass' | 'made'>

const isNotShown = ({ errorClass, made }: Made) => errorClass === 'rejected' && made !== undefined

const notShown = (transfer: Made) =>
  isUnnamed(transfer)
    ? t('panel.erp.notShownElsewhere')
    : t('panel.erp.notShown', { made: transfer.made ?? '' })
