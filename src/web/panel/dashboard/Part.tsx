import { Paper, Skeleton, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import classes from './Part.module.css'

type Props<Data> = {
  title: string
  /** What the figures cover. */
  note?: string | undefined
  actions?: ReactNode
  part: UseQueryResult<Data>
  /** Pixels reserved while loading, so that nothing moves. */
  height: number
  children: (data: Data) => ReactNode
}

export function Part<Data>({ title, note, actions, part, height, children }: Props<Data>) {
  const id = useId()
  return (
    <Paper component="section" withBorder radius="md" className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      <div
        className={classes.content}
        style={{ minHeight: height }}
        aria-busy={part.isPending || part.isPlaceholderData}
      >
        {part.error && <Failure error={part.error} onRetry={() => void part.refetch()} />}
        {part.isPending && <Skeleton height={height} radius="md" />}
        {part.data !== undefined && children(part.data)}
      </div>
    </Paper>
  )
}

export function EmptyPart({ text = t('panel.dashboard.nothing') }: { text?: string | undefined }) {
  return (
    <Text c="var(--ink-soft)" size="sm" py="md">
      {text}
    </Text>
  )
}
