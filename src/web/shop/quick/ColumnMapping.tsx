import { Button, NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { readOwn, writeOwn } from '../ownStorage.ts'
import classes from './ColumnMapping.module.css'
import { detectLayout, type Grid, type Layout, layoutUnder, readGrid, signatureOf } from './columns.ts'
import { type ColumnRole, columnRoles } from './headerWords.ts'
import type { ReadLine } from './orderLine.ts'
import type { Sheet } from './readFile.ts'

type Props = {
  title: string
  sheets: Sheet[]
  onRead: (lines: ReadLine[], withoutQty: number) => void
  onCancel: () => void
}

const previewRows = 8

/** Detects columns, shows the first rows, and remembers corrections. */
export function ColumnMapping({ title, sheets, onRead, onCancel }: Props) {
  const [index, setIndex] = useState(0)
  const sheet = sheets[index] ?? sheets[0]
  const grid = sheet?.grid ?? []
  const [layout, setLayout] = useState(() => withRememberedRoles(grid, detectLayout(grid)))
  const { lines, withoutQty } = readGrid(grid, layout)
  const fromAbove = lines.filter(({ isCodeFromAbove }) => isCodeFromAbove).length
  const hasQty = layout.roles.some((role) => role === 'qty' || role === 'matrix')
  const hasCode = layout.roles.some((role) => role === 'code' || role === 'barcode')
  const choose = (column: number, role: ColumnRole) => {
    setLayout({ ...layout, roles: layout.roles.map((one, at) => newRole(one, at, column, role)) })
  }
  const read = () => {
    remember(grid, layout)
    onRead(lines, withoutQty)
  }
  return (
    <section className={classes.card} aria-label={t('ordering.quick.columns')}>
      <Title order={2} size="h4">
        {t('ordering.quick.columns')} {title && <bdi className={classes.file}>{title}</bdi>}
      </Title>
      <p className={classes.help}>{t('ordering.quick.columnsHelp')}</p>
      <div className={classes.choices}>
        {sheets.length > 1 && (
          <NativeSelect
            label={t('ordering.quick.sheet')}
            value={String(index)}
            data={sheets.map(({ name }, at) => ({ value: String(at), label: name }))}
            onChange={(event) => {
              const next = Number(event.currentTarget.value)
              setIndex(next)
              const other = sheets[next]?.grid ?? []
              setLayout(withRememberedRoles(other, detectLayout(other)))
            }}
          />
        )}
        <NativeSelect
          label={t('ordering.quick.headRow')}
          value={String(layout.head ?? -1)}
          data={[
            { value: '-1', label: t('ordering.quick.noHead') },
            ...grid.slice(0, 15).map((row, at) => ({
              value: String(at),
              label: `${at + 1}: ${row
                .filter((cell) => cell.trim())
                .join(' · ')
                .slice(0, 40)}`,
            })),
          ]}
          onChange={(event) => {
            const head = Number(event.currentTarget.value)
            setLayout(withRememberedRoles(grid, layoutUnder(grid, head < 0 ? undefined : head)))
          }}
        />
      </div>
      <Preview grid={grid} layout={layout} onChoose={choose} />
      <div className={classes.buttons}>
        <Button disabled={!hasCode || lines.length === 0} onClick={read}>
          {t('ordering.quick.read', { count: lines.length, lines: formatCount(lines.length) })}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        {!hasCode && (
          <p className={classes.missing} role="status">
            {t('ordering.quick.codeMissing')}
          </p>
        )}
        {hasCode && !hasQty && (
          <p className={classes.missing} role="status">
            {t('ordering.quick.oneEach')}
          </p>
        )}
        {fromAbove > 0 && (
          <p className={classes.help}>{t('ordering.quick.codesFromAbove', { count: fromAbove })}</p>
        )}
        {withoutQty > 0 && (
          <p className={classes.help}>{t('ordering.quick.withoutQty', { count: withoutQty })}</p>
        )}
      </div>
    </section>
  )
}

type PreviewProps = { grid: Grid; layout: Layout; onChoose: (column: number, role: ColumnRole) => void }

function Preview({ grid, layout: { head, roles }, onChoose }: PreviewProps) {
  const start = head === undefined ? 0 : head + 1
  const nameOf = (column: number) => (head === undefined ? '' : (grid[head]?.[column] ?? '')).trim()
  return (
    // Scrolls sideways, also by keyboard.
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={t('ordering.quick.preview')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {roles.map((role, column) => (
              // Columns are known only by position.
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={column} scope="col" data-used={role !== 'ignore' || undefined}>
                <span className={classes.headName} dir="auto">
                  {nameOf(column) || t('ordering.quick.column', { number: column + 1 })}
                </span>
                <NativeSelect
                  size="xs"
                  aria-label={t('ordering.quick.columnIs', {
                    column: nameOf(column) || String(column + 1),
                  })}
                  value={role}
                  data={columnRoles.map((one) => ({ value: one, label: t(`ordering.quick.role.${one}`) }))}
                  onChange={(event) => onChoose(column, event.currentTarget.value as ColumnRole)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.slice(start, start + previewRows).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never move
            <tr key={at}>
              {roles.map((role, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} data-used={role !== 'ignore' || undefined}>
                  <bdi>{row[column]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Only sizes may have several columns; otherwise the old column loses the role. */
function newRole(role: ColumnRole, at: number, column: number, chosen: ColumnRole): ColumnRole {
  if (at === column) return chosen
  if (chosen === 'matrix') return role === 'qty' || role === 'size' ? 'ignore' : role
  if ((chosen === 'qty' || chosen === 'size') && role === 'matrix') return 'ignore'
  return role === chosen && chosen !== 'ignore' ? 'ignore' : role
}

type Remembered = { signature: string; roles: ColumnRole[] }
const storageName = 'quickColumns'
const maxRemembered = 50

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' &&
  value !== null &&
  'signature' in value &&
  'roles' in value &&
  Array.isArray(value.roles)

/** As corrected the last time. */
function withRememberedRoles(grid: Grid, layout: Layout): Layout {
  const signature = signatureOf(grid, layout.head)
  const known = readOwn(storageName, isRemembered).find((one) => one.signature === signature)
  return known && known.roles.length === layout.roles.length ? { ...layout, roles: known.roles } : layout
}

function remember(grid: Grid, { head, roles }: Layout): void {
  const signature = signatureOf(grid, head)
  const others = readOwn(storageName, isRemembered).filter((one) => one.signature !== signature)
  writeOwn(storageName, [{ signature, roles }, ...others].slice(0, maxRemembered))
}
