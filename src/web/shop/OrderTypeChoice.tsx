import { useId } from 'react'
import { t } from '#web/i18n.ts'
import { changeOrderType, useCart } from './cart/stored/cartStore.ts'
import classes from './OrderTypeChoice.module.css'

const orderTypes = ['Rpt', 'Season'] as const

/** Rpt has stock control, Season has not. */
export function OrderTypeChoice({ fullWidth = false }: { fullWidth?: boolean }) {
  const orderType = useCart((cart) => cart.orderType)
  const name = useId()
  return (
    <div className={classes.place}>
      <div
        role="radiogroup"
        aria-label={t('orderType.label')}
        aria-describedby={name}
        className={classes.choice}
        data-wide={fullWidth || undefined}
      >
        {orderTypes.map((one) => (
          <label key={one} className={classes.option} title={t(`orderType.text.${one}`)}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={orderType === one}
              onChange={() => changeOrderType(one)}
            />
            <span>{t(`orderType.${one}`)}</span>
          </label>
        ))}
      </div>
      <p id={name} className={classes.text}>
        {t(`orderType.text.${orderType}`)}
      </p>
    </div>
  )
}
