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
import { type PhotoActions, PhotoTile } from './PhotoTile.tsx'
import classes from './ProductPhotos.module.css'

type Props = { list: ProductPhotoList; actions: PhotoActions | undefined }

/** Sorts by dragging or by keyboard, if allowed. */
export function PhotoGrid({ list, actions }: Props) {
  const files = list.photos.map(({ file }) => file)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // So that scrolling drags nothing.
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
              list={list}
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

/** For screen readers. */
function announcementsOf(files: string[]): Announcements {
  const positionOf = (id: string | number) => files.indexOf(String(id)) + 1
  const positionTexts = (active: { id: string | number }, over: { id: string | number } | null) => ({
    name: String(active.id),
    place: positionOf((over ?? active).id),
    count: files.length,
  })
  return {
    onDragStart: ({ active }) => t('panel.list.moveTaken', positionTexts(active, null)),
    onDragOver: ({ active, over }) => t('panel.list.moveAt', positionTexts(active, over)),
    onDragEnd: ({ active, over }) => t('panel.list.moveDone', positionTexts(active, over)),
    onDragCancel: ({ active }) => t('panel.list.moveCancelled', positionTexts(active, null)),
  }
}
