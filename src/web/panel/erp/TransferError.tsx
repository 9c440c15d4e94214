import type { Transfer } from '#shared/erp.ts'
import { t } from '#web/i18n.ts'
import classes from './Transfers.module.css'
import { isUnnamed } from './transferCan.ts'

type Props = { of: Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'error' | 'made'> }

/** Why an order is not in the ERP, in plain words; of one that was refused with the reason that the ERP gives. */
export function TransferError({ of }: Props) {
  const { state, heldBecause, errorClass, error } = of
  if (state === 'held' && heldBecause !== '') return t(`panel.erp.heldBecause.${heldBecause}`)
  if (errorClass === '') return '–'
  return (
    <div className={classes.error}>
      {isNotShown(of) ? notShown(of) : t(`panel.erp.errorClass.${errorClass}`)}
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

const notShown = (of: Made) =>
  isUnnamed(of) ? t('panel.erp.notShownElsewhere') : t('panel.erp.notShown', { made: of.made ?? '' })
