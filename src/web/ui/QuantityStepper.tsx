import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './QuantityStepper.module.css'

type Props = {
  value: number
  max: number
  label: string
  disabled?: boolean
  onChange: (value: number) => void
}

/**
 * A quantity from 0 to max. What is typed counts when the field is left or Enter is pressed; what is no whole number
 * is dropped, never guessed at.
 */
export function QuantityStepper({ value, max, label, disabled = false, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? String(value)
  const count = /^\s*\d{1,6}\s*$/.test(shown) ? Number(shown) : undefined
  const settle = () => {
    setTyped(undefined)
    if (typed !== undefined && count !== undefined && count !== value) onChange(count)
  }
  const step = (event: KeyboardEvent, by: number) => {
    event.preventDefault()
    const next = Math.min(max, Math.max(0, (count ?? value) + by))
    setTyped(undefined)
    if (next !== value) onChange(next)
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
        style={{ width: `max(40px, ${shown.length + 1.5}ch)` }}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        disabled={disabled}
        value={shown}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value.slice(0, 8))}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key === 'ArrowUp') step(event, 1)
          if (event.key === 'ArrowDown') step(event, -1)
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
