import { Text } from '@mantine/core'
import { t } from '#web/i18n.ts'

export function EmptyPart({ text = t('panel.dashboard.nothing') }: { text?: string | undefined }) {
  return (
    <Text c="var(--ink-soft)" size="sm" py="md">
      {text}
    </Text>
  )
}
