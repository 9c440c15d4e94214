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
  /** How many the list's filters let through. */
  total: number
  actions: BulkAction<Row>[]
  /** Whether something can be done with more than what is ticked: with all that match. */
  mayTakeAll: boolean
  children?: ReactNode
}

/** How many rows are ticked and what can be done with them: above the table, on a phone at the bottom. */
export function SelectionBar<Row>({ ticks, total, actions, mayTakeAll, children }: Props<Row>) {
  const { isAll, rows, count, elsewhere, takeAll, clear } = ticks
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction<Row>, fitting: Row[]) => {
    if (running) return
    setRunning(action.label)
    try {
      const outcome = isAll ? await action.runAll?.(total) : await action.run(fitting)
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
        {!isAll && elsewhere > 0 && (
          <Text span size="sm" c="var(--ink-soft)">
            {' · '}
            {t('panel.list.selectedElsewhere', { count: formatCount(elsewhere) })}
          </Text>
        )}
      </Text>
      {mayTakeAll && !isAll && (
        <Button variant="subtle" size="sm" onClick={takeAll}>
          {t('panel.list.selectAllMatching', { count: formatCount(total) })}
        </Button>
      )}
      <Group gap="xs" className={classes.actions}>
        {actions.map((action) => {
          const fitting = action.fits && !isAll ? rows.filter(action.fits) : rows
          const isPart = !isAll && fitting.length < rows.length
          return (
            <Button
              key={action.label}
              size="sm"
              variant="default"
              {...(action.isDangerous ? { c: 'red.9' } : {})}
              leftSection={action.icon}
              loading={running === action.label}
              disabled={isAll ? !action.runAll : fitting.length === 0}
              onClick={() => void run(action, fitting)}
            >
              {isPart && fitting.length > 0
                ? `${action.label} (${formatCount(fitting.length)})`
                : action.label}
            </Button>
          )
        })}
        {children}
      </Group>
    </Group>
  )
}
