import { Group, Input, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { textMatcher } from '#shared/text/textMatch.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FormSection } from '../form/FormPage.tsx'
import { FormSearch } from '../form/FormSearch.tsx'
import { TextFields } from '../form/TextFields.tsx'
import { Hint } from '../Hint.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import { MoveButtons } from '../MoveButtons.tsx'
import classes from './Branches.module.css'
import { isIncomplete, movedIndex } from './branches.ts'
import type { BranchDraft, CustomerForm } from './customerDraft.ts'
import { useStableHandlers } from './useStableHandlers.ts'

const minBranchesForSearch = 10

/** A customer's branches in the shop's order. Only one is open at a time, besides incomplete ones. */
export function Branches({ form }: { form: CustomerForm }) {
  const branches = form.values.subCurrAccs
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number>()
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const isSearched = text.trim() !== ''
  const focus = (selector: string) => list.current?.querySelector<HTMLElement>(selector)?.focus()

  const add = () => {
    flushSync(() => {
      setText('')
      form.add('subCurrAccs', { subCurrAccCode: '', companyName: '', address: '' })
      setOpen(branches.length)
    })
    focus(`[data-path="subCurrAccs.${branches.length}.subCurrAccCode"]`)
  }
  const move = (index: number, to: number) => {
    form.move('subCurrAccs', index, to)
    setOpen((before) => (before === undefined ? undefined : movedIndex(before, index, to)))
    setAnnouncement(t('panel.branch.moved', { name: nameOf(branches[index]), position: to + 1 }))
  }
  const remove = (index: number) => {
    const branch = branches[index]
    if (!branch) return
    flushSync(() => {
      form.remove('subCurrAccs', index)
      setOpen((before) => (before === index ? undefined : before && before > index ? before - 1 : before))
    })
    focus(`[data-branch="${Math.min(index, branches.length - 2)}"] button`)
    if (document.activeElement === document.body) focus('[data-add]')
    if (!isBlank(branch)) {
      notifyDone(t('panel.branch.removed', { name: nameOf(branch) }), {
        undo: async () => {
          if (!list.current) throw new Error(t('panel.branch.left'))
          form.add('subCurrAccs', branch, index)
        },
      })
    }
  }
  const handlers = useStableHandlers({
    move,
    remove,
    toggle: (index: number) => setOpen(open === index ? undefined : index),
  })
  return (
    <FormSection title={t('panel.customer.branches')} description={t('panel.branch.text')} columns={1}>
      <div ref={list}>
        {branches.length >= minBranchesForSearch && (
          <Group mb="sm" align="flex-end">
            <FormSearch label={t('panel.branch.search')} text={text} onChange={setText} />
            <AddButton onClick={add} />
          </Group>
        )}
        <ol className={classes.list}>
          {branches.map((branch, index) => {
            const isInvalid = isIncomplete(branch, branches)
            if (isSearched && !isInvalid && open !== index && !matches(branch, text)) return null
            const isOpen = isInvalid || open === index
            return (
              <BranchRow
                // Unsaved branches have no id.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                index={index}
                code={branch.subCurrAccCode}
                name={branch.companyName}
                address={branch.address ?? ''}
                error={form.errorOf(`subCurrAccs.${index}`)}
                isLast={index === branches.length - 1}
                canMove={!isSearched}
                onToggle={handlers.toggle}
                onMove={handlers.move}
                onRemove={handlers.remove}
              >
                {isOpen && (
                  <div className={classes.fields} onFocus={() => setOpen(index)}>
                    <TextFields form={form} fields={fieldsOf(index)} />
                  </div>
                )}
              </BranchRow>
            )
          })}
        </ol>
        {branches.length === 0 && <Hint mb="sm">{t('panel.branch.empty')}</Hint>}
        <AddButton onClick={add} />
        {form.errorOf('subCurrAccs') && <Input.Error mt={4}>{form.errorOf('subCurrAccs')}</Input.Error>}
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
    </FormSection>
  )
}

const fieldsOf = (index: number) => {
  const path = `subCurrAccs.${index}` as const
  return [
    { path: `${path}.subCurrAccCode`, label: t('panel.branch.code'), dir: 'ltr' },
    { path: `${path}.companyName`, label: t('panel.branch.name') },
    { path: `${path}.address`, label: t('panel.branch.address') },
  ] as const
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton Icon={IconPlus} data-add data-path="subCurrAccs" onClick={onClick}>
      {t('panel.branch.add')}
    </IconButton>
  )
}

const nameOf = (branch: BranchDraft | undefined) => branch?.companyName || branch?.subCurrAccCode || '…'
const isBlank = ({ subCurrAccCode, companyName, address }: BranchDraft) =>
  `${subCurrAccCode}${companyName}${address ?? ''}`.trim() === ''

function matches({ subCurrAccCode, companyName, address }: BranchDraft, text: string): boolean {
  return textMatcher(text)(`${subCurrAccCode} ${companyName} ${address ?? ''}`)
}

type BranchRowProps = {
  index: number
  code: string
  name: string
  address: string
  error: ReactNode
  isLast: boolean
  canMove: boolean
  onToggle: (index: number) => void
  onMove: (index: number, to: number) => void
  onRemove: (index: number) => void
  /** Fields, if open. */
  children: ReactNode
}

function Row({
  index,
  code,
  name,
  address,
  error,
  isLast,
  canMove,
  onToggle,
  onMove,
  onRemove,
  children,
}: BranchRowProps) {
  const id = useId()
  const labelValues = { name: name || code || t('panel.branch.new') }
  return (
    <li className={classes.branch} data-branch={index}>
      <div className={classes.line}>
        <span className={classes.position}>{formatCount(index + 1)}</span>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={Boolean(children)}
          aria-controls={id}
          // Shows a closed branch's error.
          data-path={children ? undefined : `subCurrAccs.${index}`}
          onClick={() => onToggle(index)}
        >
          <span className={classes.summary}>
            <bdi className="soft">{code}</bdi> <bdi className={classes.name}>{labelValues.name}</bdi>{' '}
            <bdi className={classes.address}>{address}</bdi>
          </span>
          <IconChevronDown size={18} aria-hidden className="chevron" />
        </UnstyledButton>
        {canMove && (
          <MoveButtons
            index={index}
            isLast={isLast}
            label={(direction) =>
              t(direction === 'up' ? 'panel.branch.moveUp' : 'panel.branch.moveDown', labelValues)
            }
            onMove={(to) => onMove(index, to)}
          />
        )}
        <IconAction
          Icon={IconTrash}
          color="red"
          label={t('panel.branch.remove', labelValues)}
          onClick={() => onRemove(index)}
        />
      </div>
      {error && <Input.Error>{error}</Input.Error>}
      <div id={id}>{children}</div>
    </li>
  )
}

/** Memoized: with a hundred branches, typing would be slow. */
const BranchRow = memo(Row)
