import type { ImportChange, ImportValue } from '#shared/imports.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { targetName } from './targets.ts'

/** What differs, each field with what was there struck out and what comes marked; of a bad row what is wrong. */
export function FieldChanges({ of: { fields, bad, kept } }: { of: ImportChange }) {
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
  const standing = new Map(kept?.map(({ name, now }) => [name, now]))
  return (
    <ul className={classes.changed}>
      {fields.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{targetName(name)}: </span>
          {before !== undefined && (
            <>
              <del className={classes.del}>
                <Value of={before} />
              </del>{' '}
            </>
          )}
          {after === undefined ? (
            '–'
          ) : (
            <ins className={classes.ins}>
              <Value of={after} />
            </ins>
          )}
          {standing.has(name) && (
            <span className={classes.name}>
              {' '}
              {t('panel.import.nowThere', { value: inWords(standing.get(name)) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Value({ of }: { of: ImportValue }) {
  return <bdi>{inWords(of)}</bdi>
}

function inWords(value: ImportValue | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ') || '–'
  return formatMoney(value.amount, value.currency)
}
