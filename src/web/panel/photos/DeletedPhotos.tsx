import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ProductPhotoList } from '#shared/photos.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './ProductPhotos.module.css'

type Props = { deleted: ProductPhotoList['deleted']; onRestored: () => Promise<unknown> }

/** Photos deleted in the last 30 days. */
export function DeletedPhotos({ deleted, onRestored }: Props) {
  const restore = useMutation({
    mutationFn: (id: string) => api.post('/api/Shop/RestoreProductImage', { id }),
    onError: notifyFailure,
    onSettled: onRestored,
  })
  if (deleted.length === 0) return null
  return (
    <details className={classes.deleted}>
      <summary>{t('panel.photos.deletedCount', { count: deleted.length })}</summary>
      <ul>
        {deleted.map(({ id, file, deletedAt, deletedBy }) => (
          <li key={id}>
            <span className={classes.about}>
              <bdi className={classes.file}>{file}</bdi>
              <span className={classes.soft}>
                <bdi>{deletedBy}</bdi> · {formatDateTime(deletedAt)}
              </span>
            </span>
            <IconButton
              Icon={IconArrowBackUp}
              aria-label={t('panel.photos.restoreOne', { file })}
              aria-disabled={restore.isPending}
              onClick={() => restore.isPending || restore.mutate(id)}
            >
              {t('panel.photos.restore')}
            </IconButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
