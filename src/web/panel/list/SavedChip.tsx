import { ActionIcon, Button, Popover, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconCheck, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { SavedFilter } from '#shared/savedFilters.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { Chip, ChipButton } from './Chip.tsx'
import classes from './SavedChip.module.css'
import { isSameQuery, type Savable, useSavedFilters, useSaving } from './savedFilters.ts'

/** The user's own filters of a list: opened by their names, saved, deleted, and made what the list opens with. */
export function SavedChip({ list, query, open }: Savable) {
  const [isOpen, setIsOpen] = useState(false)
  const saved = useSavedFilters(list).data ?? []
  const current = saved.find((one) => isSameQuery(one.query, query))
  const isPlain = Object.keys(query).length === 0
  const label = t('panel.saved.title')
  const take = (chosen: Savable['query']) => {
    open(chosen)
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
              <Name isChosen={isPlain} onClick={() => take({})}>
                {t('panel.saved.all')}
              </Name>
            </li>
            {saved.map((one) => (
              <Item key={one.name} filter={one} isChosen={one === current} onOpen={() => take(one.query)} />
            ))}
          </ul>
        )}
        {isPlain && saved.length === 0 && <Text size="sm">{t('panel.saved.none')}</Text>}
        {!isPlain && !current && <NewFilter list={list} query={query} saved={saved} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type NameProps = { isChosen: boolean; onClick: () => void; children: string }

function Name({ isChosen, onClick, children }: NameProps) {
  return (
    <UnstyledButton className={classes.name} aria-pressed={isChosen} onClick={onClick}>
      <IconCheck size={16} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />
      <bdi>{children}</bdi>
    </UnstyledButton>
  )
}

type ItemProps = { filter: SavedFilter; isChosen: boolean; onOpen: () => void }

function Item({ filter, isChosen, onOpen }: ItemProps) {
  const { name, isStart } = filter
  const { save, remove } = useSaving()
  const item = useRef<HTMLLIElement>(null)
  const Star = isStart ? IconStarFilled : IconStar
  const removeIt = async () => {
    // This row goes: the focus stays in the list.
    item.current?.parentElement?.querySelector('button')?.focus()
    await remove(filter)
    notifyDone(t('panel.saved.deleted', { name }), { undo: () => save(filter) })
  }
  return (
    <li ref={item} className={classes.item}>
      <Name isChosen={isChosen} onClick={onOpen}>
        {name}
      </Name>
      <ActionIcon
        variant="subtle"
        className={classes.action}
        aria-label={t('panel.saved.start', { name })}
        title={t(isStart ? 'panel.saved.opens' : 'panel.saved.start', { name })}
        aria-pressed={isStart}
        onClick={() => void save({ ...filter, isStart: !isStart }).catch(notifyFailure)}
      >
        <Star size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        className={classes.action}
        aria-label={t('panel.person.deleteName', { name })}
        onClick={() => void removeIt().catch(notifyFailure)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}

type NewProps = Pick<Savable, 'list' | 'query'> & { saved: SavedFilter[] }

/** What the list is narrowed by now, to be kept under a name. */
function NewFilter({ list, query, saved }: NewProps) {
  const { save } = useSaving()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const wanted = name.trim()
  const replaced = saved.find((one) => one.name === wanted)
  const keep = async () => {
    if (isSaving || wanted === '') return
    setIsSaving(true)
    try {
      await save({ list, name: wanted, query, isStart: replaced?.isStart ?? false })
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
        void keep()
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
      <Button type="submit" aria-disabled={wanted === ''} loading={isSaving}>
        {t('panel.form.save')}
      </Button>
    </form>
  )
}
