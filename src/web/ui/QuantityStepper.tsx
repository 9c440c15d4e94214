import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './QuantityStepper.module.css'

type Props = {
  value: number
  max: number
  label: string
  disabled?: boolean
  onChange: (value: number) => void
}

/** A quantity from 0 to max. What is typed counts when the field is left or Enter is pressed. */
export function QuantityStepper({ value, max, label, disabled = false, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    const count = Number.parseInt(typed ?? '', 10)
    setTyped(undefined)
    if (typed !== undefined && !Number.isNaN(count)) onChange(Math.max(0, count))
  }
  return (
    <div className={classes.stepper} role="group" aria-label={label}>
      <button
        type="button"
        className={classes.step}
        aria-label={t('quantity.less')}
        disabled={disabled || value <= 0}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={16} aria-hidden />
      </button>
      <input
        className={classes.count}
        inputMode="numeric"
        aria-label={label}
        disabled={disabled}
        value={typed ?? String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key === 'ArrowUp' && value < max) onChange(value + 1)
          if (event.key === 'ArrowDown' && value > 0) onChange(value - 1)
        }}
      />
      <button
        type="button"
        className={classes.step}
        aria-label={t('quantity.more')}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={16} aria-hidden />
      </button>
    </div>
  )
}
