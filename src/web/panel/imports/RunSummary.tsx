import { Alert } from '@mantine/core'
import type { ImportDetail } from '#shared/imports.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'

const kinds = ['products', 'variants', 'prices'] as const

export function RunSummary({ run }: { run: ImportDetail }) {
  const { counts } = run
  if (!counts) return null
  const names = counts.brandsAdded + counts.categoriesAdded
  return (
    <>
      <dl className={classes.cards}>
        {kinds.map((kind) => (
          <div key={kind} className={classes.card}>
            <dt>{t(`panel.import.count.${kind}`)}</dt>
            <dd className={classes.numbers}>
              {(['added', 'changed', 'unchanged'] as const).map((what) => (
                <span key={what}>
                  <b>{formatCount(counts[kind][what])}</b> {t(`panel.import.count.${what}`)}
                </span>
              ))}
            </dd>
          </div>
        ))}
        {run.rows > 0 && <FileCounts rows={run.rows} bad={run.badCount} />}
        {names > 0 && (
          <div className={classes.card}>
            <dt>{t('panel.import.count.names')}</dt>
            <dd>
              <b>{formatCount(names)}</b>
            </dd>
          </div>
        )}
      </dl>
      <Warnings run={run} />
    </>
  )
}

function FileCounts({ rows, bad }: { rows: number; bad: number }) {
  return (
    <div className={classes.card}>
      <dt>{t('panel.import.file')}</dt>
      <dd className={classes.numbers}>
        <span>
          <b>{formatCount(rows)}</b> {t('panel.import.count.rows')}
        </span>
        {bad > 0 && (
          <span data-bad>
            <b>{formatCount(bad)}</b> {t('panel.import.count.bad')}
          </span>
        )}
      </dd>
    </div>
  )
}

function Warnings({ run: { warnings, counts, state } }: { run: ImportDetail }) {
  const moved = state === 'applied' ? (counts?.stockMoved ?? 0) : 0
  if (warnings.length === 0 && moved === 0) return null
  return (
    <Alert variant="light" color="yellow" title={t('panel.import.warnings')} mb="md">
      <ul className={classes.warnings}>
        {moved > 0 && <li>{t('panel.import.stockMoved', { count: formatCount(moved) })}</li>}
        {warnings.map(({ code, value }) => (
          <li key={`${code} ${value}`}>{t(`panel.import.warning.${code}`, { value })}</li>
        ))}
      </ul>
    </Alert>
  )
}
