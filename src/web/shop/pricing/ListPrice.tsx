import { VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './ListPrice.module.css'

/** Struck out before a lower price; said as "list price …, now". */
export function ListPrice({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className={classes.said}>
      <VisuallyHidden>{t('price.list')} </VisuallyHidden>
      <s className={classes.list}>
        <Money amount={amount} currency={currency} />
      </s>
      <VisuallyHidden>{t('price.now')} </VisuallyHidden>
    </span>
  )
}
