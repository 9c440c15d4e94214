import { Button, Group, Modal, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhotoProduct } from '#shared/photos.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { OwnerName } from './cells.tsx'
import type { DroppedPhoto } from './dropped.ts'
import classes from './Photos.module.css'

type Props = {
  photos: DroppedPhoto[]
  onChosen: (product: PhotoProduct) => void
  onClose: () => void
}

/** Offers products with similar names, or search results. */
export function ProductChooser({ photos, onChosen, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const candidates = candidatesOf(photos)
  const results = useQuery({
    queryKey: ['photoProducts', search],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Shop/FindPhotoProducts', { search, limit: 30 }, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const isSearched = search !== ''
  const options = isSearched || candidates.length === 0 ? results.data : candidates
  const choose = (product: PhotoProduct) => {
    onChosen(product)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg">
      <Modal.Title fw={600} fz="lg" mb={4}>
        {t('panel.photos.chooseProduct')}
      </Modal.Title>
      <Text size="sm" c="var(--ink-soft)" mb="sm">
        {photos.length === 1 ? (
          <bdi className={classes.file}>{photos[0]?.file.name}</bdi>
        ) : (
          t('panel.photos.forPhotos', { count: photos.length })
        )}
      </Text>
      <TextInput
        type="search"
        data-autofocus
        label={t('panel.photos.findProduct')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {results.error && <Failure error={results.error} onRetry={() => void results.refetch()} />}
      {!options && !results.error && <Skeleton height={240} mt="sm" />}
      {options && (
        <ul
          className={classes.choices}
          aria-label={t('panel.products')}
          aria-busy={results.isPlaceholderData}
        >
          {options.map((product) => (
            <li key={JSON.stringify([product.itemCode, product.colorCode])}>
              <UnstyledButton className={classes.choice} onClick={() => choose(product)}>
                <OwnerName owner={product} />
                <span className={classes.soft}>{t('panel.photos.count', { count: product.photos })}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {options?.length === 0 && <Text mt="sm">{t('list.nothingFound')}</Text>}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </Group>
    </Modal>
  )
}

function candidatesOf(photos: DroppedPhoto[]): PhotoProduct[] {
  const all = new Map(
    photos.flatMap(({ candidates }) =>
      candidates.map((product) => [JSON.stringify([product.itemCode, product.colorCode]), product] as const),
    ),
  )
  return [...all.values()]
}
