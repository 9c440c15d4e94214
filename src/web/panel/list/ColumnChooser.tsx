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
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Checkbox, UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import classes from './ColumnChooser.module.css'
import { type Column, isShown, keyOf, ordered } from './columns.ts'
import type { KeptColumns } from './useColumns.ts'

export type Choosable = Pick<Column<never, string>, 'key' | 'name' | 'sort' | 'isHidden' | 'isOptional'>

/** A table's columns to be ticked, and to be put in order: dragged by their handles, or moved there by the keyboard. */
export function ColumnChooser({ columns, kept }: { columns: Choosable[]; kept: KeptColumns }) {
  const { choice, choose, reset } = kept
  const [first, ...others] = ordered(columns, choice)
  const keys = others.map(keyOf)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) choose({ ...choice, order: arrayMove(keys, from, to) })
  }
  const show = (key: string, isOn: boolean) => choose({ ...choice, shown: { ...choice.shown, [key]: isOn } })
  return (
    <div className={classes.chooser}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={move}
        accessibility={{
          announcements: announcementsOf(others),
          screenReaderInstructions: { draggable: t('panel.list.moveHelp') },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className={classes.list} aria-label={t('panel.list.columns')}>
            {first && (
              <li className={classes.item}>
                <span className={classes.handle} />
                <Checkbox checked disabled readOnly label={first.name} />
              </li>
            )}
            {others.map((column) => (
              <Item
                key={keyOf(column)}
                column={column}
                isOn={isShown(column, choice)}
                onShow={(isOn) => show(keyOf(column), isOn)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button variant="default" size="xs" fullWidth onClick={reset}>
        {t('panel.list.resetColumns')}
      </Button>
    </div>
  )
}

type ItemProps = { column: Choosable; isOn: boolean; onShow: (isOn: boolean) => void }

function Item({ column, isOn, onShow }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: keyOf(column) })
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
    >
      <UnstyledButton
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('panel.list.moveColumn', { name: column.name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </UnstyledButton>
      <Checkbox
        checked={isOn}
        label={column.name}
        onChange={({ currentTarget }) => onShow(currentTarget.checked)}
      />
    </li>
  )
}

/** What is said of a move to those who do not see it. */
function announcementsOf(columns: Choosable[]): Announcements {
  const keys = columns.map(keyOf)
  const placeOf = (id: string | number) => ({
    name: columns.find((column) => keyOf(column) === id)?.name ?? '',
    place: keys.indexOf(String(id)) + 1,
    count: keys.length,
  })
  const at = (active: { id: string | number }, over: { id: string | number } | null) => ({
    ...placeOf((over ?? active).id),
    name: placeOf(active.id).name,
  })
  return {
    onDragStart: ({ active }) => t('panel.list.moveTaken', placeOf(active.id)),
    onDragOver: ({ active, over }) => t('panel.list.moveAt', at(active, over)),
    onDragEnd: ({ active, over }) => t('panel.list.moveDone', at(active, over)),
    onDragCancel: ({ active }) => t('panel.list.moveCancelled', placeOf(active.id)),
  }
}
