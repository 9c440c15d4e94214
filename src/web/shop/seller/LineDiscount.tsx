import { useState } from 'react'
import { locale, t } from '#web/i18n.ts'
import { numberText } from '#web/numberText.ts'
import { PercentField } from '#web/ui/PercentField.tsx'
import { lineName } from '../cart/offers/lineChanges.ts'
import type { CartLine } from '../cart/stored/cart.ts'
import { changeLines } from '../cart/stored/cartStore.ts'
import classes from './LineDiscount.module.css'

/** What whoever sells takes off the line; a field once it is pressed. */
export function LineDiscount({ line }: { line: CartLine }) {
  const { productId, discount = 0 } = line
  const [isOpen, setIsOpen] = useState(false)
  const label = t('ordering.cart.lineDiscount', { product: lineName(line) })
  if (isOpen)
    return (
      <PercentField
        size="xs"
        className={classes.discountField}
        aria-label={label}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader has just pressed for it
        autoFocus
        percent={discount}
        onPercent={(percent) => setDiscount(productId, percent)}
        onBlur={() => setIsOpen(false)}
      />
    )
  return (
    <button type="button" className={classes.discount} aria-label={label} onClick={() => setIsOpen(true)}>
      {discount > 0
        ? t('price.percentOff', { percents: numberText(discount, locale) })
        : t('ordering.cart.giveDiscount')}
    </button>
  )
}

function setDiscount(productId: string, discount: number): void {
  changeLines(({ lines }) => ({
    lines: lines.map((line) => (line.productId === productId ? { ...line, discount } : line)),
  }))
}
