import { type KeyboardEvent, useState } from 'react'
import { t } from '#web/i18n.ts'
import { formatCount } from '../format.ts'
import { LineIcon } from './LineIcon.tsx'
import classes from './QuantityStepper.module.css'
import { readCount } from './readCount.ts'
import { useNumericField } from './useNumericField.ts'

type Props = {
  value: number
  max: number
  label: string
  disabled?: boolean
  onChange: (value: number) => void
}

/**
 * A quantity from 0 to max. Typed text applies on blur or Enter; invalid text is dropped, and more than max
 * becomes max with a note.
 */
export function QuantityStepper({ value, max, label, disabled = false, onChange }: Props) {
  const [isCut, setIsCut] = useState(false)
  const { field, clear } = useNumericField({
    text: String(value),
    onType: () => setIsCut(false),
    onCommit: (typed) => {
      const count = readCount(typed)
      if (count === undefined) return
      setIsCut(count > max)
      if (count !== value) onChange(count)
    },
  })
  const step = (event: KeyboardEvent, by: number) => {
    event.preventDefault()
    const next = Math.min(max, Math.max(0, (readCount(field.value) ?? value) + by))
    clear()
    if (next !== value) change(next)
  }
  const change = (next: number) => {
    setIsCut(false)
    onChange(next)
  }
  return (
    <div className={classes.stepper} role="group" aria-label={label} data-cut={isCut || undefined}>
      <button
        type="button"
        className={classes.step}
        aria-label={t('quantity.less')}
        disabled={disabled || value <= 0}
        onClick={() => change(value - 1)}
      >
        <LineIcon name="minus" size={16} />
      </button>
      <input
        className={classes.count}
        style={{ width: `max(36px, ${field.value.length + 1.5}ch)` }}
        aria-label={label}
        disabled={disabled}
        {...field}
        onKeyDown={(event) => {
          field.onKeyDown(event)
          if (event.key === 'ArrowUp') step(event, 1)
          if (event.key === 'ArrowDown') step(event, -1)
        }}
      />
      <button
        type="button"
        className={classes.step}
        aria-label={t('quantity.more')}
        disabled={disabled || value >= max}
        onClick={() => change(value + 1)}
      >
        <LineIcon name="plus" size={16} />
      </button>
      <span className={classes.cut} role="status">
        {isCut && t('quantity.onlyStock', { count: formatCount(max) })}
      </span>
    </div>
  )
}
