import type { ImportChange, ImportValue } from '#shared/imports.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { targetName } from './targets.ts'

/** Old value struck out, new one marked; for a bad row, its problem. */
export function FieldChanges({ change: { fields, bad, kept } }: { change: ImportChange }) {
  if (bad) {
    return (
      <span>
        {bad.column && <span className={classes.name}>{targetName(bad.column)}: </span>}
        {t(`panel.import.reason.${bad.reason}`)}
        {bad.value && (
          <>
            {' '}
            <bdi className={classes.value}>{bad.value}</bdi>
          </>
        )}
      </span>
    )
  }
  if (fields.length === 0) return '–'
  const currentValues = new Map(kept?.map(({ name, now }) => [name, now]))
  return (
    <ul className={classes.changed}>
      {fields.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{targetName(name)}: </span>
          {before !== undefined && (
            <>
              <del className={classes.del}>
                <Value value={before} />
              </del>{' '}
            </>
          )}
          {after === undefined ? (
            '–'
          ) : (
            <ins className={classes.ins}>
              <Value value={after} />
            </ins>
          )}
          {currentValues.has(name) && (
            <span className={classes.name}>
              {' '}
              {t('panel.import.nowThere', { value: formatValue(currentValues.get(name)) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Value({ value }: { value: ImportValue }) {
  return <bdi>{formatValue(value)}</bdi>
}

function formatValue(value: ImportValue | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ') || '–'
  return formatMoney(value.amount, value.currency)
}
