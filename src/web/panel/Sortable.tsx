import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  PointerSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'

type Props = {
  /** In their order; names are for screen readers. */
  items: { id: string; name: string }[]
  /** How to move an item by keyboard, for screen readers. */
  help: string
  /** Wraps into rows, and items are taken anywhere; otherwise a list with handles. */
  isGrid?: boolean
  isDisabled?: boolean
  /** The new order. */
  onSort: (ids: string[]) => void
  children: ReactNode
}

/** Items with {@link useSortableItem} are sorted by dragging or by keyboard. */
export function Sortable({ items, help, isGrid = false, isDisabled = false, onSort, children }: Props) {
  const ids = items.map(({ id }) => id)
  const pointer = useSensor(PointerSensor, { activationConstraint: { distance: 4 } })
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: 5 } })
  // So that scrolling drags nothing.
  const touch = useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } })
  const keyboard = useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates })
  const sensors = useSensors(...(isGrid ? [mouse, touch] : [pointer]), keyboard)
  const move = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) onSort(arrayMove(ids, from, to))
  }
  const positionTexts = (active: { id: UniqueIdentifier }, over: { id: UniqueIdentifier } | null) => ({
    name: items.find(({ id }) => id === active.id)?.name ?? '',
    place: ids.indexOf(String((over ?? active).id)) + 1,
    count: ids.length,
  })
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={isGrid ? [] : [({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={move}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => t('panel.list.moveTaken', positionTexts(active, null)),
          onDragOver: ({ active, over }) => t('panel.list.moveAt', positionTexts(active, over)),
          onDragEnd: ({ active, over }) => t('panel.list.moveDone', positionTexts(active, over)),
          onDragCancel: ({ active }) => t('panel.list.moveCancelled', positionTexts(active, null)),
        },
        screenReaderInstructions: { draggable: help },
      }}
    >
      <SortableContext
        items={ids}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
        disabled={isDisabled}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Attributes of an item in {@link Sortable}, and of the button that takes it. */
export function useSortableItem(id: string) {
  const sortable = useSortable({ id })
  return {
    item: {
      ref: sortable.setNodeRef,
      'data-dragging': sortable.isDragging,
      style: { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition },
    },
    handle: { ref: sortable.setActivatorNodeRef, ...sortable.attributes, ...sortable.listeners },
  }
}
