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
import { type Column, columnKey, isShown, orderedColumns } from './columns.ts'
import type { ColumnSettings } from './useColumns.ts'

export type ChoosableColumn = Pick<Column<never, string>, 'key' | 'name' | 'sort' | 'isHidden' | 'isOptional'>

export function ColumnChooser({
  columns,
  settings,
}: {
  columns: ChoosableColumn[]
  settings: ColumnSettings
}) {
  const { choice, setChoice, reset } = settings
  const [first, ...others] = orderedColumns(columns, choice)
  const keys = others.map(columnKey)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) setChoice({ ...choice, order: arrayMove(keys, from, to) })
  }
  const show = (key: string, isOn: boolean) =>
    setChoice({ ...choice, shown: { ...choice.shown, [key]: isOn } })
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
                key={columnKey(column)}
                column={column}
                isOn={isShown(column, choice)}
                onShow={(isOn) => show(columnKey(column), isOn)}
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

type ItemProps = { column: ChoosableColumn; isOn: boolean; onShow: (isOn: boolean) => void }

function Item({ column, isOn, onShow }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: columnKey(column) })
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

/** For screen readers. */
function announcementsOf(columns: ChoosableColumn[]): Announcements {
  const keys = columns.map(columnKey)
  const placeTexts = (id: string | number) => ({
    name: columns.find((column) => columnKey(column) === id)?.name ?? '',
    place: keys.indexOf(String(id)) + 1,
    count: keys.length,
  })
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
