import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'
import classes from './Mapping.module.css'
import { partChoices } from './mappingParts.ts'

export type MappingRow = { name: string; value: string }

export type MappingForm<L extends 'columns' | 'fields'> = {
  text: (path: `${L}.${number}.${'name' | 'value'}`) => TextField
  set: (path: `${L}.${number}.value`, value: string) => void
  add: (path: L, row: MappingRow) => void
  move: (path: L, from: number, to: number) => void
  remove: (path: L, index: number) => void
}

type Props<L extends 'columns' | 'fields'> = {
  where: L
  form: MappingForm<L>
  rows: MappingRow[]
  list: RefObject<HTMLUListElement | null>
  /** Focuses something else when no row is left. */
  onEmpty: () => void
}

export function MappingRows<L extends 'columns' | 'fields'>(props: Props<L>) {
  const { where, form, rows, list, onEmpty } = props
  const isForLines = where === 'columns'
  const parts = partChoices(isForLines)
  const last = rows.length - 1
  /** Keeps the focus on the moved row; at the ends its button is disabled. */
  const move = (from: number, to: number) => {
    flushSync(() => form.move(where, from, to))
    const action = (to < from && to > 0) || to === last ? 'up' : 'down'
    buttonOf(list.current, to, action)?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => form.remove(where, index))
    const next = buttonOf(list.current, Math.min(index, last - 1), 'remove')
    if (next) next.focus()
    else onEmpty()
  }
  return (
    <ul ref={list} className={classes.rows}>
      {rows.map((row, index) => {
        const number = index + 1
        const insert = (part: string) => form.set(`${where}.${index}.value`, `${row.value}{${part}}`)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no id
          <li key={index} className={classes.row}>
            <TextInput
              label={t(isForLines ? 'panel.erp.map.heading' : 'panel.erp.map.field')}
              autoComplete="off"
              spellCheck={false}
              {...(isForLines ? {} : { dir: 'ltr' })}
              {...form.text(`${where}.${index}.name`)}
            />
            <TextInput
              label={t('panel.erp.map.value')}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              className={classes.pattern}
              {...form.text(`${where}.${index}.value`)}
            />
            <Select
              aria-label={t('panel.erp.map.insertInto', { number })}
              placeholder={t('panel.erp.map.insert')}
              data={parts}
              searchable
              value={null}
              onChange={(part) => part && insert(part)}
              className={classes.insert}
            />
            <div className={classes.deeds}>
              <RowButton
                name="up"
                label={t('panel.erp.map.up', { number })}
                isDisabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </RowButton>
              <RowButton
                name="down"
                label={t('panel.erp.map.down', { number })}
                isDisabled={index === last}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </RowButton>
              <RowButton
                name="remove"
                label={t('panel.erp.map.remove', { number })}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} aria-hidden />
              </RowButton>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type RowButtonProps = {
  name: 'up' | 'down' | 'remove'
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

function RowButton({ name, label, isDisabled = false, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      data-deed={name}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

function buttonOf(list: HTMLElement | null, index: number, action: string) {
  const row = list?.querySelectorAll<HTMLElement>(':scope > li').item(index)
  return row?.querySelector<HTMLElement>(`[data-deed="${action}"]`)
}
