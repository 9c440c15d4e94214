import { Select } from '@mantine/core'
import type { ImportColumn } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { targetOptions } from './targets.ts'

type Props = {
  columns: ImportColumn[]
  priceGroups: string[]
  targets: string[]
  /** Indexes of columns with a duplicate target. */
  duplicates: Set<number>
  onChange: (index: number, target: string) => void
}

export function ColumnTable({ columns, priceGroups, targets, duplicates, onChange }: Props) {
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
        {columns.map(({ heading, samples }, index) => {
          const name = heading || t('panel.import.noHeading', { number: index + 1 })
          const target = targets[index] ?? ''
          return (
            // oxlint-disable-next-line react/no-array-index-key -- headings may repeat
            <tr key={index} data-out={target === '' || undefined}>
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
                  error={duplicates.has(index) && t('panel.import.twice')}
                  onChange={(value) => onChange(index, value ?? '')}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
