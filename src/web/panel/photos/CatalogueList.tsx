import { ActionIcon, Badge, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhotoCatalogue } from '#shared/photoCatalogues.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { IconButton } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
import classes from './ImagesPdf.module.css'

export const cataloguesQueryKey = ['photoCatalogues']
const pollIntervalMs = 1000

/** The user's catalogues, kept for a day. */
export function CatalogueList() {
  const query = useQuery({
    queryKey: cataloguesQueryKey,
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetPhotoCatalogues', {}, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((catalogue) => catalogue.state === 'drawing') ? pollIntervalMs : false,
  })
  const catalogues = query.data ?? []
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (catalogues.length === 0) return null
  return (
    <section className={classes.made} aria-labelledby="catalogues">
      <Title order={2} size="h5" id="catalogues">
        {t('panel.catalogue.made')}
      </Title>
      <Text size="sm" c="var(--ink-soft)">
        {t('panel.catalogue.madeText')}
      </Text>
      <ul>
        {catalogues.map((catalogue) => (
          <CatalogueRow key={catalogue.id} catalogue={catalogue} />
        ))}
      </ul>
    </section>
  )
}

function CatalogueRow({
  catalogue: { id, fileName, state, products, done, createdAt },
}: {
  catalogue: PhotoCatalogue
}) {
  const [isFetching, setIsFetching] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.post('/api/Shop/DeletePhotoCatalogue', { id }),
    onError: notifyFailure,
    onSettled: () => refetch(cataloguesQueryKey),
  })
  const fetchFile = async () => {
    setIsFetching(true)
    await api.download('/api/Shop/GetPhotoCatalogue', { id }).catch(notifyFailure)
    setIsFetching(false)
  }
  const isDrawing = state === 'drawing'
  return (
    <li>
      <span className={classes.about}>
        <bdi className={classes.name}>{fileName}</bdi>
        <span className={classes.soft}>
          {formatDateTime(createdAt)} · {t('panel.catalogue.products', { count: products })}
        </span>
      </span>
      {isDrawing && <DrawingProgress done={done} products={products} name={fileName} />}
      {state === 'failed' && (
        <Badge variant="light" color="red" className={classes.state ?? ''}>
          {t('panel.catalogue.failed')}
        </Badge>
      )}
      {state === 'ready' && (
        <IconButton
          Icon={IconDownload}
          variant="filled"
          loading={isFetching}
          onClick={() => void fetchFile()}
        >
          {t('panel.catalogue.download')}
          <VisuallyHidden> {fileName}</VisuallyHidden>
        </IconButton>
      )}
      <ActionIcon
        variant="default"
        size={40}
        aria-label={t(isDrawing ? 'panel.catalogue.giveUp' : 'panel.photos.deleteOne', { file: fileName })}
        aria-disabled={remove.isPending}
        onClick={() => remove.isPending || remove.mutate()}
      >
        {isDrawing ? <IconX size={18} aria-hidden /> : <IconTrash size={18} aria-hidden />}
      </ActionIcon>
    </li>
  )
}

function DrawingProgress({ done, products, name }: { done: number; products: number; name: string }) {
  const value = t('panel.photos.progress', { done: formatCount(done), total: formatCount(products) })
  return (
    <span className={classes.progress}>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.floor((done / products) * 100)}
          aria-label={t('panel.catalogue.drawing', { file: name })}
          aria-valuetext={value}
        />
      </Progress.Root>
      <span className={classes.soft}>{value}</span>
    </span>
  )
}
