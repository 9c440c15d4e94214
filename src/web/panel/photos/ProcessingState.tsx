import { Alert, List, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useDropped } from './dropped.ts'
import classes from './Photos.module.css'

const pollIntervalMs = 2000

/** Photos the server still processes, and those it cannot. */
export function ProcessingState() {
  const isSending = useDropped(({ photos }) => photos.some(({ state }) => state === 'sending'))
  const sent = useDropped(({ photos }) => photos.filter(({ state }) => state === 'sent').length)
  const work = useQuery({
    queryKey: ['photoProgress', sent],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetPhotoProgress', {}, { signal })).data,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isSending || (state.data?.waiting ?? 0) > 0 ? pollIntervalMs : false),
  }).data
  if (!work) return null
  return (
    <>
      {work.waiting > 0 && (
        <Text size="sm" c="var(--ink-soft)" className={classes.work} role="status">
          <Loader size={14} aria-hidden /> {t('panel.photos.making', { count: work.waiting })}
        </Text>
      )}
      {work.broken.length > 0 && (
        <Alert color="red" mt="md" title={t('panel.photos.dead', { count: work.broken.length })}>
          <p className={classes.tight}>{t('panel.photos.deadText')}</p>
          <List size="sm">
            {work.broken.map(({ itemCode, colorCode, file }) => (
              <List.Item key={JSON.stringify([itemCode, colorCode, file])}>
                <bdi>{[itemCode, colorCode].filter(Boolean).join(' ')}</bdi>:{' '}
                <bdi className={classes.file}>{file}</bdi>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}
