import { Button, Group, Input, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fold } from '#shared/text.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FormSection } from '../form/FormSection.tsx'
import classes from './Branches.module.css'
import { BranchFields } from './BranchFields.tsx'
import { BranchRow } from './BranchRow.tsx'
import { isUnfinished, movedIndex } from './branches.ts'
import type { BranchDraft } from './customerDraft.ts'
import type { CustomerForm } from './customerForm.ts'
import { useStable } from './useStable.ts'

/** From as many on there is a field to find one by. */
const many = 10

/**
 * The branches of a customer, in the order in which the shop offers them. Each is a line that opens into its fields,
 * one at a time: a hundred stay easy to read. One that cannot be saved as it is stays open.
 */
export function Branches({ form }: { form: CustomerForm }) {
  const branches = form.values.subCurrAccs
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number>()
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
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
    flushSync(() => {
      form.move('subCurrAccs', index, to)
      setOpen((before) => (before === undefined ? undefined : movedIndex(before, index, to)))
      setSaid(t('panel.branch.moved', { name: nameOf(branches[index]), position: to + 1 }))
    })
    // The button went along with its branch; at the end of the list it is the other one that still can be pressed.
    const buttons = `[data-branch="${to}"] [data-move]:enabled`
    focus(`${buttons}[data-move="${to < index ? 'up' : 'down'}"]`)
    if (!document.activeElement?.closest(`[data-branch="${to}"]`)) focus(buttons)
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
  const row = useStable({
    move,
    remove,
    toggle: (index: number) => setOpen(open === index ? undefined : index),
  })
  return (
    <FormSection title={t('panel.customer.branches')} description={t('panel.branch.text')} columns={1}>
      <div ref={list}>
        {branches.length >= many && (
          <Group mb="sm" align="flex-end">
            <TextInput
              flex="1 1 220px"
              type="search"
              label={t('panel.branch.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                // Looking for a branch is no reason to save.
                if (event.key === 'Enter') event.preventDefault()
              }}
            />
            <AddButton onClick={add} />
          </Group>
        )}
        <ol className={classes.list}>
          {branches.map((branch, index) => {
            const isBad = isUnfinished(branch, branches)
            if (isSearched && !isBad && open !== index && !fits(branch, text)) return null
            const isOpen = isBad || open === index
            return (
              <BranchRow
                // A branch has nothing of its own before it is saved: its place is its name.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                index={index}
                code={branch.subCurrAccCode}
                name={branch.companyName}
                address={branch.address ?? ''}
                error={form.errorOf(`subCurrAccs.${index}`)}
                isLast={index === branches.length - 1}
                canMove={!isSearched}
                onToggle={row.toggle}
                onMove={row.move}
                onRemove={row.remove}
              >
                {isOpen && <BranchFields form={form} index={index} onFocus={() => setOpen(index)} />}
              </BranchRow>
            )
          })}
        </ol>
        {branches.length === 0 && (
          <Text size="sm" c="var(--ink-soft)" mb="sm">
            {t('panel.branch.empty')}
          </Text>
        )}
        <AddButton onClick={add} />
        {form.errorOf('subCurrAccs') && <Input.Error mt={4}>{form.errorOf('subCurrAccs')}</Input.Error>}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
    </FormSection>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="default"
      data-add
      data-path="subCurrAccs"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={onClick}
    >
      {t('panel.branch.add')}
    </Button>
  )
}

const nameOf = (branch: BranchDraft | undefined) => branch?.companyName || branch?.subCurrAccCode || '…'
const isBlank = ({ subCurrAccCode, companyName, address }: BranchDraft) =>
  `${subCurrAccCode}${companyName}${address ?? ''}`.trim() === ''

function fits({ subCurrAccCode, companyName, address }: BranchDraft, text: string): boolean {
  return fold(`${subCurrAccCode} ${companyName} ${address ?? ''}`).includes(fold(text.trim()))
}
