import { Alert, Button, Stack, Text } from '@mantine/core'
import { t } from '#web/i18n.ts'

/** What went wrong, and a way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert" title={t('error.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {onRetry && (
          <Button size="xs" color="red" variant="outline" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
