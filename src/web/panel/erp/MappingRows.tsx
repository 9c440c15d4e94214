import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'
import classes from './Mapping.module.css'
import { partChoices } from './mappingParts.ts'

export type MappingRow = { name: string; value: string }

/** A list of a form whose items have a name and a pattern. */
export type MappingForm<Where extends 'columns' | 'fields'> = {
  text: (path: `${Where}.${number}.${'name' | 'value'}`) => TextField
  set: (path: `${Where}.${number}.value`, value: string) => void
  add: (path: Where, row: MappingRow) => void
  move: (path: Where, from: number, to: number) => void
  remove: (path: Where, index: number) => void
}

type Props<Where extends 'columns' | 'fields'> = {
  where: Where
  form: MappingForm<Where>
  rows: MappingRow[]
  list: RefObject<HTMLUListElement | null>
  /** Takes the focus where no row is left. */
  onEmpty: () => void
}

/** The rows of a mapping: they are taken up, down and out, and fields are put into their patterns. */
export function MappingRows<Where extends 'columns' | 'fields'>(props: Props<Where>) {
  const { where, form, rows, list, onEmpty } = props
  const isOfLines = where === 'columns'
  const parts = partChoices(isOfLines)
  const last = rows.length - 1
  /** The focus goes with the row; at an end the button that led there is out of use. */
  const move = (from: number, to: number) => {
    flushSync(() => form.move(where, from, to))
    const deed = (to < from && to > 0) || to === last ? 'up' : 'down'
    buttonOf(list.current, to, deed)?.focus()
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
          // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else that is theirs
          <li key={index} className={classes.row}>
            <TextInput
              label={t(isOfLines ? 'panel.erp.map.heading' : 'panel.erp.map.field')}
              autoComplete="off"
              spellCheck={false}
              {...(isOfLines ? {} : { dir: 'ltr' })}
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
              <Deed
                name="up"
                label={t('panel.erp.map.up', { number })}
                isOff={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </Deed>
              <Deed
                name="down"
                label={t('panel.erp.map.down', { number })}
                isOff={index === last}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </Deed>
              <Deed name="remove" label={t('panel.erp.map.remove', { number })} onClick={() => remove(index)}>
                <IconTrash size={18} aria-hidden />
              </Deed>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type DeedProps = {
  name: 'up' | 'down' | 'remove'
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function Deed({ name, label, isOff = false, onClick, children }: DeedProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      data-deed={name}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

function buttonOf(list: HTMLElement | null, index: number, deed: string) {
  const row = list?.querySelectorAll<HTMLElement>(':scope > li').item(index)
  return row?.querySelector<HTMLElement>(`[data-deed="${deed}"]`)
}
