import { Select } from '@mantine/core'
import type { ImportColumn } from '#shared/imports/imports.ts'
import { isTakenTwice } from '#shared/imports/importTerms.ts'
import { t } from '#web/i18n.ts'
import { type Column } from '../list/columns.ts'
import { DataTable } from '../list/DataTable.tsx'
import classes from './Imports.module.css'

type ColumnTableProps = {
  columns: Pick<ImportColumn, 'heading' | 'samples'>[]
  /** What a column can hold. */
  options: { value: string; label: string }[]
  /** What each column holds; '' if it is left out. */
  targets: readonly string[]
  onChange: (index: number, target: string) => void
}

type FileColumn = { index: number; name: string; samples: string[]; target: string }

/** Lets the user choose what each column of a file holds. */
export function ColumnTable({ columns, options, targets, onChange }: ColumnTableProps) {
  const duplicates = duplicateTargets(targets)
  const rows = columns.map(({ heading, samples }, index) => ({
    index,
    name: heading || t('panel.import.noHeading', { number: index + 1 }),
    samples: [...new Set(samples)],
    target: targets[index] ?? '',
  }))
  const select = ({ index, name, target }: FileColumn) => (
    <Select
      aria-label={t('panel.import.targetOf', { name })}
      placeholder={t('panel.import.leaveOut')}
      w={260}
      maw="100%"
      clearable
      searchable
      nothingFoundMessage={t('list.nothingFound')}
      data={options}
      value={target || null}
      error={duplicates.has(index) && t('panel.import.twice')}
      onChange={(value) => onChange(index, value ?? '')}
    />
  )
  return (
    <DataTable
      label={t('panel.import.columnsTitle')}
      columns={columnsWith(select)}
      rows={rows}
      // Headings may repeat.
      rowKey={({ index }) => String(index)}
    />
  )
}

const columnsWith = (select: Column<FileColumn>['cell']): Column<FileColumn>[] => [
  {
    name: t('panel.import.heading'),
    cell: ({ name, target }) => <bdi className={target ? classes.used : 'soft'}>{name}</bdi>,
  },
  {
    name: t('panel.import.samples'),
    cell: ({ samples }) => (
      <span className={classes.samples}>
        {samples.map((sample) => (
          <bdi key={sample}>{sample}</bdi>
        ))}
      </span>
    ),
  },
  { name: t('panel.import.target'), cell: select },
]

/** Indexes of columns whose target an earlier column already has. */
export function duplicateTargets(targets: readonly string[]): Set<number> {
  return new Set(targets.flatMap((_, index) => (isTakenTwice(targets, index) ? [index] : [])))
}
