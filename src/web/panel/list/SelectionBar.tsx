import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import type { BulkAction } from './bulk.ts'
import classes from './SelectionBar.module.css'
import type { Ticks } from './useTicks.ts'

type Props<Row> = {
  ticks: Ticks<Row>
  /** Rows that match the filters. */
  total: number
  actions: BulkAction<Row>[]
  /** Whether something works on all matches. */
  canTickAllMatching: boolean
  children?: ReactNode
}

export function SelectionBar<Row>({ ticks, total, actions, canTickAllMatching, children }: Props<Row>) {
  const { isAll, rows, count, otherPagesCount, tickAllMatching, clear } = ticks
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction<Row>, applicableRows: Row[]) => {
    if (running) return
    setRunning(action.label)
    try {
      const outcome = isAll ? await action.runAll?.(total) : await action.run(applicableRows)
      if (outcome !== false) clear()
    } catch (error) {
      notifyFailure(error)
    }
    setRunning(undefined)
  }
  return (
    <Group className={classes.bar} role="region" aria-label={t('panel.list.selection')} gap="xs">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('panel.list.clearSelection')}
        onClick={clear}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
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
      <Group gap="xs" className={classes.actions}>
        {actions.map((action) => {
          const applicableRows = action.appliesTo && !isAll ? rows.filter(action.appliesTo) : rows
          const appliesToSome = !isAll && applicableRows.length < rows.length
          return (
            <Button
              key={action.label}
              size="sm"
              variant="default"
              {...(action.isDangerous ? { c: 'red.9' } : {})}
              leftSection={action.icon}
              loading={running === action.label}
              disabled={isAll ? !action.runAll : applicableRows.length === 0}
              onClick={() => void run(action, applicableRows)}
            >
              {appliesToSome && applicableRows.length > 0
                ? `${action.label} (${formatCount(applicableRows.length)})`
                : action.label}
            </Button>
          )
        })}
        {children}
      </Group>
    </Group>
  )
}
