import type { Transfer } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './Transfers.module.css'

type Props = { of: Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'error'> }

/** Why an order is not in the ERP, in plain words; of one that was refused with the reason that the ERP gives. */
export function TransferError({ of: { state, heldBecause, errorClass, error } }: Props) {
  if (state === 'held' && heldBecause !== '') return t(`panel.erp.heldBecause.${heldBecause}`)
  if (errorClass === '') return '–'
  return (
    <div className={classes.error}>
      {t(`panel.erp.errorClass.${errorClass}`)}
      {errorClass === 'rejected' && (
        <bdi className={classes.reason} title={error}>
          {error}
        </bdi>
      )}
    </div>
  )
}
