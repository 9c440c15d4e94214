import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable'
import type { ProductPhotoList } from '#shared/photos.ts'
import { t } from '#web/i18n.ts'
import { PhotoTile } from './PhotoTile.tsx'
import classes from './ProductPhotos.module.css'

export type PhotoActions = {
  onSort: (files: string[]) => void
  onDelete: (file: string) => void
  onReplace: (file: string, by: File) => void
  onOriginal: (file: string) => void
}

type Props = { list: ProductPhotoList; actions: PhotoActions | undefined }

/** The photos of a product in their order: dragged, or moved by the keyboard, where they may be changed. */
export function PhotoGrid({ list, actions }: Props) {
  const files = list.photos.map(({ file }) => file)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A finger that only scrolls drags nothing.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = ({ active, over }: DragEndEvent) => {
    const [from, to] = [files.indexOf(String(active.id)), files.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) actions?.onSort(arrayMove(files, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={move}
      accessibility={{
        announcements: announcementsOf(files),
        screenReaderInstructions: { draggable: t('panel.photos.moveHelp') },
      }}
    >
      <SortableContext items={files} strategy={rectSortingStrategy} disabled={!actions}>
        <ul className={classes.grid} aria-label={t('panel.photos')}>
          {list.photos.map((photo, index) => (
            <PhotoTile
              key={photo.file}
              of={list}
              photo={photo}
              index={index}
              actions={
                actions && {
                  ...actions,
                  onFirst: () => actions.onSort(arrayMove(files, index, 0)),
                }
              }
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** What is said of a move to those who do not see it. */
function announcementsOf(files: string[]): Announcements {
  const placeOf = (id: string | number) => files.indexOf(String(id)) + 1
  const said = (active: { id: string | number }, over: { id: string | number } | null) => ({
    name: String(active.id),
    place: placeOf((over ?? active).id),
    count: files.length,
  })
  return {
    onDragStart: ({ active }) => t('panel.list.moveTaken', said(active, null)),
    onDragOver: ({ active, over }) => t('panel.list.moveAt', said(active, over)),
    onDragEnd: ({ active, over }) => t('panel.list.moveDone', said(active, over)),
    onDragCancel: ({ active }) => t('panel.list.moveCancelled', said(active, null)),
  }
}
