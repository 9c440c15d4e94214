import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useContext } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { IconAction, IconButton } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { type NotDone, oneByOne, startBulk } from './bulk.ts'
import classes from './DataTable.module.css'
import { InMenu } from './inMenu.ts'
import type { BulkAction, LeftOut } from './SelectionBar.tsx'

/** How records of one kind are deleted and restored. */
export type RemovalCalls = {
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  /** Query keys to invalidate afterwards. */
  queryKeys: string[]
}

/** One at a time. `onDone` runs before the lists are refetched, which they are after a failure too. */
export type Removal = {
  isBusy: boolean
  remove: (onDone?: () => void) => void
  restore: (onDone?: () => void) => void
}

/** Deletes, with undo for ten seconds, and restores one record. */
export function useRemoval(calls: RemovalCalls, { id, name }: { id: string; name: string }): Removal {
  const { isBusy, run } = useBusy(...calls.queryKeys)
  const undo = async () => {
    await calls.restore(id)
    await refetch(...calls.queryKeys)
  }
  return {
    isBusy,
    remove: (onDone) =>
      run(async () => {
        await calls.remove(id)
        notifyDone(t('panel.person.deleted', { name }), { undo })
        onDone?.()
      }, 'remove'),
    restore: (onDone) =>
      run(async () => {
        await calls.restore(id)
        notifyDone(t('panel.person.restored', { name }))
        onDone?.()
      }, 'restore'),
  }
}

type BulkRemoval<Row> = {
  whyNot: NonNullable<BulkAction<Row>['whyNot']>
  /** As in the list of those that could not be deleted. */
  describe: (row: Row) => Omit<NotDone, 'reason'>
}

/** Deletes rows one by one, with undo. */
export function bulkRemoval<Row extends { id: string }>(
  { remove, restore, queryKeys }: RemovalCalls,
  { whyNot, describe }: BulkRemoval<Row>,
): BulkAction<Row> {
  const run = async (items: Row[], leftOut: LeftOut<Row>[]) => {
    await startBulk({
      title: bulkDelete.label,
      items,
      notDone: leftOut.map(({ row, reason }) => ({ ...describe(row), reason })),
      run: oneByOne(({ id }) => remove(id), describe),
      doneText: ({ length: count }) => t('panel.list.deleted', { count }),
      undo: async (removed) => {
        for (const { id } of removed) await restore(id)
        await refetch(...queryKeys)
      },
      refetched: queryKeys,
    })
  }
  return { ...bulkDelete, whyNot, run }
}

export const bulkDelete = {
  label: t('panel.list.delete'),
  icon: <IconTrash size={18} aria-hidden />,
  isDangerous: true,
}

type RowActionsProps = {
  name: string
  isDeleted: boolean
  /** Absent if the user may not change the row. */
  removal?: Removal | undefined
  canRemove?: boolean
  edit?: LinkProps | undefined
  /** Further buttons of a row that is not deleted. */
  children?: ReactNode
}

/** Edit and delete, or restore. Afterwards a neighbouring row has the focus. */
export function RowActions({ name, isDeleted, removal, canRemove = true, edit, children }: RowActionsProps) {
  const focusNextAfter = (button: HTMLElement) => {
    const next = focusAfter(button)
    return () => next?.focus()
  }
  if (isDeleted) {
    return (
      removal && (
        <IconButton
          Icon={IconArrowBackUp}
          aria-label={t('panel.person.restoreName', { name })}
          aria-busy={removal.isBusy}
          onClick={({ currentTarget }) => removal.restore(focusNextAfter(currentTarget))}
        >
          {t('panel.person.restore')}
        </IconButton>
      )
    )
  }
  return (
    <>
      {edit && <RowAction Icon={IconPencil} label={t('panel.person.editName', { name })} link={edit} />}
      {children}
      {removal && canRemove && (
        <RowAction
          Icon={IconTrash}
          label={t('panel.person.deleteName', { name })}
          color="red"
          aria-busy={removal.isBusy}
          onClick={({ currentTarget }) => removal.remove(focusNextAfter(currentTarget))}
        />
      )}
    </>
  )
}

/** An icon button in a row; in a row's menu, with its name. */
export function RowAction(props: ComponentProps<typeof IconAction>) {
  const { Icon, link, label, color = 'brand', onClick, ...others } = props
  if (useContext(InMenu)) {
    return (
      <IconButton
        Icon={Icon}
        link={link}
        variant="subtle"
        color={color}
        className={classes.menuItem}
        aria-busy={others['aria-busy']}
        onClick={onClick}
      >
        {label}
      </IconButton>
    )
  }
  return <IconAction size={36} title={label} {...props} color={color} />
}

/** What to focus when a button's row disappears: a neighbouring row, else the page's title. */
export function focusAfter(button: HTMLElement): HTMLElement | null {
  const row = button.closest('tr')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  return (
    neighbour?.querySelector<HTMLElement>('a, button') ??
    button.closest('[data-page]')?.querySelector<HTMLElement>('h1') ??
    null
  )
}
