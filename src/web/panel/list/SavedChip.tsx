import { Button, Popover, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconCheck, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { SavedFilter } from '#shared/users/savedFilters.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { IconAction } from '../IconButton.tsx'
import { Chip, ChipButton } from './Chip.tsx'
import classes from './SavedChip.module.css'
import { isSameQuery, type SavableFilters, useFilterActions, useSavedFilters } from './savedFilters.ts'

/** The user's saved filters. */
export function SavedChip({ list, query, open }: SavableFilters) {
  const [isOpen, setIsOpen] = useState(false)
  const saved = useSavedFilters(list).data ?? []
  const current = saved.find((filter) => isSameQuery(filter.query, query))
  const isPlain = Object.keys(query).length === 0
  const label = t('panel.saved.title')
  const apply = (newQuery: SavableFilters['query']) => {
    open(newQuery)
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Chip label={label} value={current?.name} onClear={() => open({})}>
        <Popover.Target>
          <ChipButton
            label={label}
            icon={<IconBookmark size={16} aria-hidden />}
            value={current?.name}
            onClick={() => setIsOpen(!isOpen)}
          />
        </Popover.Target>
      </Chip>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        {saved.length > 0 && (
          <ul className={classes.list}>
            <li className={classes.item}>
              <FilterName isChosen={isPlain} onClick={() => apply({})}>
                {t('panel.saved.all')}
              </FilterName>
            </li>
            {saved.map((filter) => (
              <FilterItem
                key={filter.name}
                filter={filter}
                isChosen={filter === current}
                onOpen={() => apply(filter.query)}
              />
            ))}
          </ul>
        )}
        {isPlain && saved.length === 0 && <Text size="sm">{t('panel.saved.none')}</Text>}
        {!isPlain && !current && <NewFilter list={list} query={query} saved={saved} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type FilterNameProps = { isChosen: boolean; onClick: () => void; children: string }

function FilterName({ isChosen, onClick, children }: FilterNameProps) {
  return (
    <UnstyledButton className={`pressable ${classes.name}`} aria-pressed={isChosen} onClick={onClick}>
      <IconCheck size={16} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />
      <bdi>{children}</bdi>
    </UnstyledButton>
  )
}

type FilterItemProps = { filter: SavedFilter; isChosen: boolean; onOpen: () => void }

function FilterItem({ filter, isChosen, onOpen }: FilterItemProps) {
  const { name, isStart } = filter
  const { save, remove } = useFilterActions()
  const item = useRef<HTMLLIElement>(null)
  const Star = isStart ? IconStarFilled : IconStar
  const removeWithUndo = async () => {
    // This row disappears; keep the focus in the list.
    item.current?.parentElement?.querySelector('button')?.focus()
    await remove(filter)
    notifyDone(t('panel.saved.deleted', { name }), { undo: () => save(filter) })
  }
  return (
    <li ref={item} className={classes.item}>
      <FilterName isChosen={isChosen} onClick={onOpen}>
        {name}
      </FilterName>
      <IconAction
        Icon={Star}
        color="brand"
        className={classes.action}
        label={t('panel.saved.start', { name })}
        title={t(isStart ? 'panel.saved.opens' : 'panel.saved.start', { name })}
        aria-pressed={isStart}
        onClick={() => void save({ ...filter, isStart: !isStart }).catch(notifyFailure)}
      />
      <IconAction
        Icon={IconTrash}
        color="red"
        className={classes.action}
        label={t('panel.person.deleteName', { name })}
        onClick={() => void removeWithUndo().catch(notifyFailure)}
      />
    </li>
  )
}

type NewFilterProps = Pick<SavableFilters, 'list' | 'query'> & { saved: SavedFilter[] }

function NewFilter({ list, query, saved }: NewFilterProps) {
  const { save } = useFilterActions()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const trimmedName = name.trim()
  const replaced = saved.find((filter) => filter.name === trimmedName)
  const saveFilter = async () => {
    if (isSaving || trimmedName === '') return
    setIsSaving(true)
    try {
      await save({ list, name: trimmedName, query, isStart: replaced?.isStart ?? false })
    } catch (error) {
      notifyFailure(error)
      setIsSaving(false)
    }
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void saveFilter()
      }}
    >
      <TextInput
        className={classes.field}
        label={t('panel.saved.name')}
        placeholder={t('panel.saved.example')}
        description={replaced && t('panel.saved.replaces')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" aria-disabled={trimmedName === ''} loading={isSaving}>
        {t('panel.form.save')}
      </Button>
    </form>
  )
}
