import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { IconAction } from '../IconButton.tsx'
import { type Exporting, ExportMenu } from './ListExport.tsx'
import classes from './SelectionBar.module.css'
import type { Ticks } from './selection.ts'

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Why a row is left out; default none. */
  whyNot?: (row: Row) => string | undefined
  /**
   * The ticks are cleared when it resolves, unless with false; on failure they stay. `leftOut`: of all rows that match
   * the filters, those that {@link whyNot} has left out.
   */
  run: (rows: Row[], leftOut: LeftOut<Row>[]) => Promise<unknown>
  /** It only reads or asks itself, so that nobody is asked before it runs with all rows that match. */
  asksNothing?: boolean
  /** Why it cannot run with all rows that match. */
  whyNotAll?: (total: number) => string | undefined
  /** Instead of `run`, for all rows that match the filters. */
  runAll?: () => Promise<unknown>
}
export type LeftOut<Row> = { row: Row; reason: string }

type Props<Row> = {
  ticks: Ticks<Row>
  /** How many rows match the filters. */
  total: number
  actions: BulkAction<Row>[]
  /** Absent if only ticked rows can be worked on. */
  loadAll: (() => Promise<Row[]>) | undefined
  /** More rows match than are counted and loaded. */
  isCapped: boolean
  exporting: Exporting | undefined
  /** The columns that are shown, by their keys. */
  columnKeys: string[]
}

/** What can be done with the ticked rows. It lies at the window's bottom, so that no row moves when one is ticked. */
export function SelectionBar<Row>(props: Props<Row>) {
  const { ticks, total, actions, loadAll, isCapped, exporting, columnKeys } = props
  const canTickAllMatching = total > ticks.rows.length && (exporting !== undefined || loadAll !== undefined)
  const { isAll, rows, count, otherPagesCount, tickAllMatching, clear } = ticks
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction<Row>) => {
    if (running) return
    setRunning(action.label)
    try {
      const outcome = isAll
        ? await runWithAll(action, loadAll)
        : await action.run(divide(action, rows).fitting, [])
      if (outcome !== false) clear()
    } catch (error) {
      notifyFailure(error)
    }
    setRunning(undefined)
  }
  return (
    <Group className={classes.selection} role="region" aria-label={t('panel.list.selection')} gap="xs">
      <IconAction Icon={IconX} size={36} label={t('panel.list.clearSelection')} onClick={clear} />
      <Text fw={600} size="sm" aria-live="polite">
        {t('panel.list.selected', { count })}
        {!isAll && otherPagesCount > 0 && (
          <Text span size="sm" c="var(--ink-soft)">
            {' · '}
            {t('panel.list.selectedElsewhere', { count: formatCount(otherPagesCount) })}
          </Text>
        )}
      </Text>
      {canTickAllMatching && !isAll && (
        <Button variant="subtle" size="sm" onClick={tickAllMatching}>
          {t('panel.list.selectAllMatching', { count: formatCount(total) })}
        </Button>
      )}
      <Group gap={6} className={classes.actions}>
        {actions.map((action) => {
          const { fitting, leftOut } = divide(action, isAll ? [] : rows)
          return (
            <ActionButton
              key={action.label}
              size="sm"
              px={10}
              variant="default"
              {...(action.isDangerous ? { c: 'red.9' } : {})}
              leftSection={action.icon}
              loading={running === action.label}
              whyNot={isAll ? whyNotAll(action, { isCapped, total }) : whyNone(fitting, leftOut)}
              onClick={() => void run(action)}
            >
              {leftOut.length > 0 && fitting.length > 0
                ? `${action.label} (${formatCount(fitting.length)})`
                : action.label}
            </ActionButton>
          )
        })}
        {exporting && !exporting.running && (
          <ExportMenu
            onExport={(format) =>
              exporting.start({
                columns: columnKeys,
                format,
                ...(isAll ? {} : { ids: ticks.tickedKeys }),
              })
            }
          />
        )}
      </Group>
    </Group>
  )
}

function divide<Row>({ whyNot }: BulkAction<Row>, rows: Row[]): { fitting: Row[]; leftOut: LeftOut<Row>[] } {
  const fitting: Row[] = []
  const leftOut: LeftOut<Row>[] = []
  for (const row of rows) {
    const reason = whyNot?.(row)
    if (reason === undefined) fitting.push(row)
    else leftOut.push({ row, reason })
  }
  return { fitting, leftOut }
}

const reasonsOf = (leftOut: LeftOut<unknown>[]) =>
  [...new Set(leftOut.map(({ reason }) => reason))].join(' · ')

const whyNone = (fitting: unknown[], leftOut: LeftOut<unknown>[]) =>
  fitting.length === 0 ? reasonsOf(leftOut) : undefined

/** What the list cannot count cannot be loaded either. */
function whyNotAll(action: BulkAction<never>, { isCapped, total }: { isCapped: boolean; total: number }) {
  if (action.runAll) return undefined
  if (isCapped) return t('panel.bulk.tooMany', { count: formatCount(total) })
  return action.whyNotAll?.(total)
}

/** Asks first how many records it changes. Answers false if nothing ran. */
async function runWithAll<Row>(action: BulkAction<Row>, loadAll: (() => Promise<Row[]>) | undefined) {
  if (action.runAll) return action.runAll()
  const { fitting, leftOut } = divide(action, (await loadAll?.()) ?? [])
  if (fitting.length === 0) throw new Error(reasonsOf(leftOut))
  const question = {
    title: action.label,
    text: [
      t('panel.bulk.question', { count: fitting.length }),
      ...(leftOut.length > 0
        ? [t('panel.bulk.leftOut', { count: leftOut.length, reasons: reasonsOf(leftOut) })]
        : []),
    ].join(' '),
    action: action.label,
    ...(action.isDangerous ? { isDangerous: true } : {}),
  }
  return action.asksNothing || (await confirm(question)) ? action.run(fitting, leftOut) : false
}

type ActionButtonProps = ButtonProps & { whyNot: string | undefined; onClick: () => void }

/** With a reason it is grey, and says the reason: also from the keyboard, to a screen reader, and when pressed. */
function ActionButton({ whyNot, onClick, ...button }: ActionButtonProps) {
  const id = useId()
  if (whyNot === undefined) return <Button {...button} onClick={onClick} />
  return (
    <span className={classes.grey}>
      <Button
        {...button}
        aria-disabled
        data-disabled
        aria-describedby={id}
        onClick={() => notifyFailure(whyNot)}
      />
      <span id={id} role="tooltip" className={classes.why}>
        {whyNot}
      </span>
    </span>
  )
}
