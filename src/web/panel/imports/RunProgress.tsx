import { Button, Progress, Text, Title } from '@mantine/core'
import { IconCheck, IconCircle, IconLoader2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ImportDetail, ImportPhase } from '#shared/imports.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { useRunActions } from './useRun.ts'

const phasesOf: Record<string, ImportPhase[]> = {
  checking: ['reading', 'staging', 'comparing'],
  applying: ['staging', 'comparing', 'applying'],
  undoing: ['undoing'],
}
const icons = { done: IconCheck, now: IconLoader2, later: IconCircle }

/** Warn after this long without progress. */
const stallWarningSeconds = 20

export function RunProgress({ run, onStopped }: { run: ImportDetail; onStopped: () => void }) {
  const { discard } = useRunActions()
  const phases = phasesOf[run.state] ?? []
  const current = Math.max(0, phases.indexOf(run.phase ?? 'reading'))
  const percent = run.total > 0 ? Math.min(100, Math.floor((100 * run.done) / run.total)) : 0
  const stalledSeconds = useSecondsUnchanged(`${run.phase} ${run.done}`)
  const label = t(`panel.import.phase.${run.phase ?? 'reading'}`)
  return (
    <section className={classes.section} aria-labelledby="import-progress">
      <Title order={2} size="h4" id="import-progress" mb="sm">
        {t(`panel.import.state.${run.state}`)}
      </Title>
      <ol className={classes.phases}>
        {phases.map((phase, index) => {
          const Icon = icons[index < current ? 'done' : index === current ? 'now' : 'later']
          return (
            <li key={phase} {...(index === current ? { 'aria-current': 'step' as const } : {})}>
              <Icon size={18} aria-hidden />
              {t(`panel.import.phase.${phase}`)}
              {index === current && <span className="number">{formatCount(percent)} %</span>}
            </li>
          )
        })}
      </ol>
      <Progress.Root size="lg" mb="sm">
        <Progress.Section value={Math.max(2, percent)} animated aria-label={label} />
      </Progress.Root>
      {stalledSeconds >= stallWarningSeconds && (
        <Text size="sm" c="red.9" role="alert" mb="sm">
          {t('panel.import.stalled', { seconds: formatCount(stalledSeconds) })}
        </Text>
      )}
      <div className={classes.actions}>
        {run.can.discard && (
          <Button variant="default" onClick={() => discard(run.id, onStopped)}>
            {t('panel.import.stop')}
          </Button>
        )}
        <Text size="sm" c="var(--ink-soft)">
          {t('panel.import.leave')}
        </Text>
      </div>
    </section>
  )
}

function useSecondsUnchanged(value: string): number {
  const [unchanged, setUnchanged] = useState({ value, seconds: 0 })
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(
      () => setUnchanged({ value, seconds: Math.floor((Date.now() - since) / 1000) }),
      1000,
    )
    return () => clearInterval(timer)
  }, [value])
  return unchanged.value === value ? unchanged.seconds : 0
}
