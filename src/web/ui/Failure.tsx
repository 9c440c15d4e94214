import { Alert, Button, Stack, Text } from '@mantine/core'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'

/** What the server has refused it refuses again: a wrong id stays wrong. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404].includes(error.status)

/** What went wrong, and a way to try again where that may help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert" title={t('error.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {onRetry && !isFinal(error) && (
          <Button size="xs" color="red" variant="outline" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
