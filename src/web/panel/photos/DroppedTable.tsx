import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPhoto, IconPlayerStop, IconRefresh, IconShirt, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { create } from 'zustand'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { focusAfter } from '../list/focusAfter.ts'
import type { Selection } from '../list/useSelection.ts'
import { NumberCell, OwnerCell, PhotoCell, plainName, StateCell } from './cells.tsx'
import {
  assign,
  type DroppedPhoto,
  doublesAmong,
  type Owner,
  type Stand,
  standOf,
  useDropped,
} from './dropped.ts'
import classes from './Photos.module.css'
import { PhotosDialog } from './PhotosDialog.tsx'
import { ProductChooser } from './ProductChooser.tsx'
import { sendAgain, stop, takeOut } from './sending.ts'

type Row = { photo: DroppedPhoto; stand: Stand }
const groups = {
  all: () => true,
  open: (stand: Stand) => ['open', 'unfit', 'double', 'looking'].includes(stand),
  ready: (stand: Stand) => ['ready', 'waiting', 'sending'].includes(stand),
  failed: (stand: Stand) => stand === 'failed',
  sent: (stand: Stand) => ['sent', 'present'].includes(stand),
} satisfies Record<string, (stand: Stand) => boolean>
type Group = keyof typeof groups

/** What lies above the table: the choice of a product for photos, or the photos of a product. */
const useOpen = create<{ choosing: DroppedPhoto[] | undefined; looking: Owner | undefined }>(() => ({
  choosing: undefined,
  looking: undefined,
}))

const columns: Column<Row>[] = [
  { name: t('panel.photos.file'), cell: ({ photo }) => <PhotoCell photo={photo} /> },
  {
    name: t('order.product'),
    cell: ({ photo, stand }) => (
      <OwnerCell photo={photo} stand={stand} onChoose={() => useOpen.setState({ choosing: [photo] })} />
    ),
  },
  {
    name: t('panel.photos.number'),
    isNumber: true,
    cell: ({ photo, stand }) => <NumberCell photo={photo} stand={stand} />,
  },
  { name: t('order.state'), cell: ({ photo, stand }) => <StateCell photo={photo} stand={stand} /> },
]
const actionsOf = (row: Row) => <Actions row={row} />

/** As many rows as are shown at once. */
const step = 100

/** All that was dropped, whose it is, and what becomes of it. */
export function DroppedTable() {
  const photos = useDropped((dropped) => dropped.photos)
  const [group, setGroup] = useState<Group>('all')
  const [shown, setShown] = useState(step)
  const { choosing, looking } = useOpen()
  const selection = useTicked()
  const doubles = doublesAmong(photos)
  const rows = photos.map((photo): Row => ({ photo, stand: standOf(photo, doubles) }))
  const present = (Object.keys(groups) as Group[])
    .map((name) => ({ name, count: rows.filter(({ stand }) => groups[name](stand)).length }))
    .filter(({ name, count }) => name === 'all' || count > 0)
  const chosen = present.some(({ name }) => name === group) ? group : 'all'
  const matching = rows.filter(({ stand }) => groups[chosen](stand))
  return (
    <div className={classes.dropped}>
      <Group gap="xs" mb="sm" role="group" aria-label={t('panel.photos.show')}>
        {present.map(({ name, count }) => (
          <Button
            key={name}
            size="xs"
            variant={chosen === name ? 'light' : 'default'}
            aria-pressed={chosen === name}
            onClick={() => setGroup(name)}
          >
            {`${t(`panel.photos.group.${name}`)} (${formatCount(count)})`}
          </Button>
        ))}
        {present.some(({ name }) => name === 'sent') && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => takeOut(idsOf(rows.filter(({ stand }) => groups.sent(stand))))}
          >
            {t('panel.photos.clearSent')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('panel.photos.dropped')}
        columns={columns}
        rows={matching.slice(0, shown)}
        rowKey={({ photo }) => photo.id}
        rowActions={actionsOf}
        selection={selection}
        bulkActions={[
          {
            label: t('panel.photos.chooseProduct'),
            icon: <IconShirt size={18} aria-hidden />,
            appliesTo: ({ stand }) => ['open', 'ready', 'double', 'failed'].includes(stand),
            // The ticks go once a product is chosen.
            run: async (ticked) => {
              useOpen.setState({ choosing: ticked.map(({ photo }) => photo) })
              return false
            },
          },
          {
            label: t('panel.photos.takeOut'),
            icon: <IconTrash size={18} aria-hidden />,
            run: async (ticked) => takeOut(idsOf(ticked)),
          },
        ]}
      />
      {matching.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + step)}>
          {t('panel.photos.showMore', { count: Math.min(step, matching.length - shown) })}
        </Button>
      )}
      {looking && <PhotosDialog owner={looking} onClose={() => useOpen.setState({ looking: undefined })} />}
      {choosing && (
        <ProductChooser
          photos={choosing}
          onClose={() => useOpen.setState({ choosing: undefined })}
          onChosen={(owner) => {
            assign(new Set(choosing.map(({ id }) => id)), owner)
            selection.clear()
          }}
        />
      )}
    </div>
  )
}

const idsOf = (rows: Row[]) => new Set(rows.map(({ photo }) => photo.id))

/** Rows that are ticked; those taken out meanwhile are not. */
function useTicked(): Selection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const ids = useDropped((dropped) => dropped.photos)
  const here = new Set(ids.map(({ id }) => id))
  return {
    ticked: new Map([...ticked].filter(([key]) => here.has(key))),
    isAll: false,
    set: (rows, isTicked) =>
      setTicked((before) => {
        const next = new Map(before)
        for (const [key, row] of rows) {
          if (isTicked) next.set(key, row)
          else next.delete(key)
        }
        return next
      }),
    tickAllMatching: () => {},
    clear: () => setTicked(new Map()),
  }
}

function Actions({ row: { photo, stand } }: { row: Row }) {
  const { id, file, owner } = photo
  const isGoing = stand === 'waiting' || stand === 'sending'
  return (
    <>
      {owner && groups.sent(stand) && (
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('panel.photos.look', { product: plainName(owner) })}
          title={t('panel.photos')}
          onClick={() => useOpen.setState({ looking: owner })}
        >
          <IconPhoto size={18} aria-hidden />
        </ActionIcon>
      )}
      {stand === 'failed' && (
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('panel.photos.sendAgain', { file: file.name })}
          title={t('action.retry')}
          onClick={() => sendAgain(id)}
        >
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      )}
      {isGoing ? (
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('panel.photos.stopOne', { file: file.name })}
          title={t('panel.photos.stop')}
          onClick={() => stop(new Set([id]))}
        >
          <IconPlayerStop size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('panel.photos.takeOutOne', { file: file.name })}
          title={t('panel.photos.takeOut')}
          onClick={({ currentTarget }) => {
            const next = focusAfter(currentTarget)
            takeOut(new Set([id]))
            next?.focus()
          }}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
