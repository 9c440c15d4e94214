import { Select } from '@mantine/core'
import type { ImportColumn } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { targetOptions } from './targets.ts'

type Props = {
  columns: ImportColumn[]
  priceGroups: string[]
  targets: string[]
  /** Places of those that are already another column. */
  repeated: Set<number>
  onChange: (at: number, target: string) => void
}

/** The file's columns with what stands in them, each with a field that says what it is. */
export function ColumnTable({ columns, priceGroups, targets, repeated, onChange }: Props) {
  const options = targetOptions(priceGroups)
  return (
    <table className={classes.columns}>
      <thead>
        <tr>
          <th scope="col">{t('panel.import.heading')}</th>
          <th scope="col">{t('panel.import.samples')}</th>
          <th scope="col">{t('panel.import.target')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ heading, samples }, at) => {
          const name = heading || t('panel.import.noHeading', { number: at + 1 })
          const target = targets[at] ?? ''
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place; two may have one heading
            <tr key={at} data-out={target === '' || undefined}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>
                <span className={classes.samples}>
                  {[...new Set(samples)].map((sample) => (
                    <bdi key={sample}>{sample}</bdi>
                  ))}
                </span>
              </td>
              <td>
                <Select
                  aria-label={t('panel.import.targetOf', { name })}
                  placeholder={t('panel.import.leaveOut')}
                  clearable
                  searchable
                  nothingFoundMessage={t('list.nothingFound')}
                  data={options}
                  value={target || null}
                  error={repeated.has(at) && t('panel.import.twice')}
                  onChange={(value) => onChange(at, value ?? '')}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
