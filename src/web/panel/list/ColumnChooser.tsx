import { Button, Checkbox, UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Sortable, useSortableItem } from '../Sortable.tsx'
import classes from './ColumnChooser.module.css'
import { type AnyColumn, type ColumnSettings, columnKey, isShown, orderedColumns } from './columns.ts'

export function ColumnChooser({ columns, settings }: { columns: AnyColumn[]; settings: ColumnSettings }) {
  const { choice, setChoice, reset } = settings
  const [first, ...others] = orderedColumns(columns, choice)
  const show = (key: string, isOn: boolean) =>
    setChoice({ ...choice, shown: { ...choice.shown, [key]: isOn } })
  return (
    <div className={classes.chooser}>
      <Sortable
        items={others.map((column) => ({ id: columnKey(column), name: column.name }))}
        help={t('panel.list.moveHelp')}
        onSort={(order) => setChoice({ ...choice, order })}
      >
        <ul className="plain" aria-label={t('panel.list.columns')}>
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
      </Sortable>
      <Button variant="default" size="xs" fullWidth onClick={reset}>
        {t('panel.list.resetColumns')}
      </Button>
    </div>
  )
}

type ItemProps = { column: AnyColumn; isOn: boolean; onShow: (isOn: boolean) => void }

function Item({ column, isOn, onShow }: ItemProps) {
  const { item, handle } = useSortableItem(columnKey(column))
  return (
    <li className={classes.item} {...item}>
      <UnstyledButton
        className={classes.handle}
        {...handle}
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
