import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useState } from 'react'
import type { BrandRow } from '#shared/brands.ts'
import { t } from '#web/i18n.ts'
import { BrandItem } from './BrandItem.tsx'
import classes from './Brands.module.css'
import { MergeDialog } from './MergeDialog.tsx'
import type { Brands } from './useBrands.ts'

type Props = { all: Brands; brands: BrandRow[]; isSortable: boolean }

export function BrandList({ all, brands, isSortable }: Props) {
  const [merging, setMerging] = useState<BrandRow>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = brands.map(({ brandId }) => brandId)
  const move = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) void all.move(from, to)
  }
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={move}
        accessibility={{
          announcements: announcementsOf(brands),
          screenReaderInstructions: { draggable: t('panel.list.moveHelp') },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={!isSortable}>
          <ul className={classes.list} aria-label={t('panel.brands')}>
            {brands.map((brand) => (
              <BrandItem
                key={brand.brandId}
                brand={brand}
                all={all}
                isSortable={isSortable}
                onMerge={() => setMerging(brand)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {merging && <MergeDialog brand={merging} all={all} onClose={() => setMerging(undefined)} />}
    </>
  )
}

/** For screen readers. */
function announcementsOf(brands: BrandRow[]): Announcements {
  const placeTexts = (id: string | number) => {
    const index = brands.findIndex(({ brandId }) => brandId === id)
    return { name: brands[index]?.brandName ?? '', place: index + 1, count: brands.length }
  }
  const positionTexts = (active: { id: string | number }, over: { id: string | number } | null) => ({
    ...placeTexts((over ?? active).id),
    name: placeTexts(active.id).name,
  })
  return {
    onDragStart: ({ active }) => t('panel.list.moveTaken', placeTexts(active.id)),
    onDragOver: ({ active, over }) => t('panel.list.moveAt', positionTexts(active, over)),
    onDragEnd: ({ active, over }) => t('panel.list.moveDone', positionTexts(active, over)),
    onDragCancel: ({ active }) => t('panel.list.moveCancelled', placeTexts(active.id)),
  }
}
