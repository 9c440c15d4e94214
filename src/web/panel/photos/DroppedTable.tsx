import { Button, Group, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconPlayerStop, IconRefresh, IconSearch, IconShirt, IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { create } from 'zustand'
import type { PhotoProduct } from '#shared/photos/photos.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Dialog } from '../Dialog.tsx'
import { Hint } from '../Hint.tsx'
import { IconAction } from '../IconButton.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { focusAfter } from '../list/removal.tsx'
import { type Selection, useSelection } from '../list/selection.ts'
import { useCall } from '../useCall.ts'
import { NumberCell, OwnerCell, OwnerName, PhotoCell, plainName, StateCell } from './cells.tsx'
import {
  assign,
  type DroppedPhoto,
  findDuplicates,
  type Owner,
  type PhotoStatus,
  statusOf,
  useDropped,
} from './dropped.ts'
import classes from './Photos.module.css'
import { ProductPhotos } from './ProductPhotos.tsx'
import { removePhotos, resend, stop } from './sending.ts'

type Row = { photo: DroppedPhoto; status: PhotoStatus }
const statusGroups = {
  all: () => true,
  open: (status: PhotoStatus) => ['open', 'unfit', 'double', 'looking'].includes(status),
  ready: (status: PhotoStatus) => ['ready', 'waiting', 'sending'].includes(status),
  failed: (status: PhotoStatus) => status === 'failed',
  sent: (status: PhotoStatus) => ['sent', 'present'].includes(status),
} satisfies Record<string, (status: PhotoStatus) => boolean>
type Group = keyof typeof statusGroups

/** Which dialog is open: choosing a product for photos, or viewing a product's photos. */
const useDialogs = create<{ photosToAssign: DroppedPhoto[] | undefined; shownOwner: Owner | undefined }>(
  () => ({
    photosToAssign: undefined,
    shownOwner: undefined,
  }),
)

const columns: Column<Row>[] = [
  { name: t('panel.photos.file'), cell: ({ photo }) => <PhotoCell photo={photo} /> },
  {
    name: t('order.product'),
    cell: ({ photo, status }) => (
      <OwnerCell
        photo={photo}
        status={status}
        onChoose={() => useDialogs.setState({ photosToAssign: [photo] })}
      />
    ),
  },
  {
    name: t('panel.photos.number'),
    isNumber: true,
    cell: ({ photo, status }) => <NumberCell photo={photo} status={status} />,
  },
  { name: t('order.state'), cell: ({ photo, status }) => <StateCell photo={photo} status={status} /> },
]
const rowActions = (row: Row) => <Actions row={row} />

const pageSize = 100

export function DroppedTable() {
  const photos = useDropped((dropped) => dropped.photos)
  const [group, setGroup] = useState<Group>('all')
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const { photosToAssign, shownOwner } = useDialogs()
  const selection = useTickedRows()
  const duplicateIds = findDuplicates(photos)
  const rows = photos.map((photo): Row => ({ photo, status: statusOf(photo, duplicateIds) }))
  const availableGroups = (Object.keys(statusGroups) as Group[])
    .map((name) => ({ name, count: rows.filter(({ status }) => statusGroups[name](status)).length }))
    .filter(({ name, count }) => name === 'all' || count > 0)
  const activeGroup = availableGroups.some(({ name }) => name === group) ? group : 'all'
  const matching = rows.filter(({ status }) => statusGroups[activeGroup](status))
  return (
    <div className={classes.dropped}>
      <Group gap="xs" mb="sm" role="group" aria-label={t('panel.photos.show')}>
        {availableGroups.map(({ name, count }) => (
          <Button
            key={name}
            size="xs"
            variant={activeGroup === name ? 'light' : 'default'}
            aria-pressed={activeGroup === name}
            onClick={() => setGroup(name)}
          >
            {`${t(`panel.photos.group.${name}`)} (${formatCount(count)})`}
          </Button>
        ))}
        {availableGroups.some(({ name }) => name === 'sent') && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => removePhotos(idsOf(rows.filter(({ status }) => statusGroups.sent(status))))}
          >
            {t('panel.photos.clearSent')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('panel.photos.dropped')}
        columns={columns}
        rows={matching.slice(0, visibleCount)}
        rowKey={({ photo }) => photo.id}
        rowActions={rowActions}
        selection={selection}
        bulkActions={[
          {
            label: t('panel.photos.chooseProduct'),
            icon: <IconShirt size={18} aria-hidden />,
            whyNot: ({ status }) =>
              ['open', 'ready', 'double', 'failed'].includes(status) ? undefined : t('panel.bulk.notNow'),
            // The ticks are cleared once a product is chosen.
            run: async (ticked) => {
              useDialogs.setState({ photosToAssign: ticked.map(({ photo }) => photo) })
              return false
            },
          },
          {
            label: t('panel.photos.takeOut'),
            icon: <IconTrash size={18} aria-hidden />,
            run: async (ticked) => removePhotos(idsOf(ticked)),
          },
        ]}
      />
      {matching.length > visibleCount && (
        <Button variant="default" mt="sm" onClick={() => setVisibleCount(visibleCount + pageSize)}>
          {t('panel.photos.showMore', { count: Math.min(pageSize, matching.length - visibleCount) })}
        </Button>
      )}
      {shownOwner && (
        <PhotosDialog owner={shownOwner} onClose={() => useDialogs.setState({ shownOwner: undefined })} />
      )}
      {photosToAssign && (
        <ProductChooser
          photos={photosToAssign}
          onClose={() => useDialogs.setState({ photosToAssign: undefined })}
          onChosen={(owner) => {
            assign(new Set(photosToAssign.map(({ id }) => id)), owner)
            selection.clear()
          }}
        />
      )}
    </div>
  )
}

const idsOf = (rows: Row[]) => new Set(rows.map(({ photo }) => photo.id))

/** Ticked rows that still exist. */
function useTickedRows(): Selection<Row> {
  const selection = useSelection<Row>('')
  const existingIds = new Set(useDropped((dropped) => dropped.photos).map(({ id }) => id))
  return { ...selection, ticked: new Map([...selection.ticked].filter(([key]) => existingIds.has(key))) }
}

function Actions({ row: { photo, status } }: { row: Row }) {
  const { id, file, owner } = photo
  const isUploading = status === 'waiting' || status === 'sending'
  return (
    <>
      {owner && statusGroups.sent(status) && (
        <IconAction
          Icon={IconPhoto}
          variant="default"
          label={t('panel.photos.look', { product: plainName(owner) })}
          title={t('panel.photos')}
          onClick={() => useDialogs.setState({ shownOwner: owner })}
        />
      )}
      {status === 'failed' && (
        <IconAction
          Icon={IconRefresh}
          variant="default"
          label={t('panel.photos.sendAgain', { file: file.name })}
          title={t('action.retry')}
          onClick={() => resend(id)}
        />
      )}
      {isUploading ? (
        <IconAction
          Icon={IconPlayerStop}
          variant="default"
          label={t('panel.photos.stopOne', { file: file.name })}
          title={t('panel.photos.stop')}
          onClick={() => stop(new Set([id]))}
        />
      ) : (
        <IconAction
          Icon={IconTrash}
          variant="default"
          label={t('panel.photos.takeOutOne', { file: file.name })}
          title={t('panel.photos.takeOut')}
          onClick={({ currentTarget }) => {
            const next = focusAfter(currentTarget)
            removePhotos(new Set([id]))
            next?.focus()
          }}
        />
      )}
    </>
  )
}

function PhotosDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  return (
    <Dialog title={<OwnerName owner={owner} />} onClose={onClose} size="xl">
      <ProductPhotos itemCode={owner.itemCode} colorCode={owner.colorCode} />
    </Dialog>
  )
}

type ProductChooserProps = {
  photos: DroppedPhoto[]
  onChosen: (product: PhotoProduct) => void
  onClose: () => void
}

/** Offers products with similar names, or search results. */
function ProductChooser({ photos, onChosen, onClose }: ProductChooserProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const candidates = candidatesOf(photos)
  const results = useCall(
    ['photoProducts', search],
    (options) => api.post('/api/Shop/FindPhotoProducts', { search, limit: 30 }, options),
    {
      placeholderData: keepPreviousData,
    },
  )
  const isSearched = search !== ''
  const options = isSearched || candidates.length === 0 ? results.data : candidates
  const choose = (product: PhotoProduct) => {
    onChosen(product)
    onClose()
  }
  return (
    <Dialog
      title={t('panel.photos.chooseProduct')}
      closeText={t('action.cancel')}
      onClose={onClose}
      size="lg"
    >
      <Hint mb="sm">
        {photos.length === 1 ? (
          <bdi className={classes.file}>{photos[0]?.file.name}</bdi>
        ) : (
          t('panel.photos.forPhotos', { count: photos.length })
        )}
      </Hint>
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
              <UnstyledButton className={`pressable ${classes.choice}`} onClick={() => choose(product)}>
                <OwnerName owner={product} />
                <span className="soft">{t('panel.photos.count', { count: product.photos })}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {options?.length === 0 && <Text mt="sm">{t('list.nothingFound')}</Text>}
    </Dialog>
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
