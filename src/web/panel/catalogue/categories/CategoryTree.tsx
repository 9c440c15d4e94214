import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Categories.module.css'
import { AddBelow, CategoryItem } from './CategoryItem.tsx'
import { branchOf, type Step, type TreeRow } from './tree.ts'
import type { TreeActions } from './useCategories.ts'
import { useDrag } from './useDrag.ts'
import { useVisibleRange } from './useVisibleRange.ts'

type Props = { rows: TreeRow[]; actions: TreeActions; isSortable: boolean }

/**
 * Arrow keys move between rows and fold them; with Alt they move the category. Rows are dragged by their
 * handle.
 */
export function CategoryTree({ rows, actions, isSortable }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  /** The row to focus once rendered. */
  const focusAfterRender = useRef<string>(undefined)
  const hasCurrent = rows.some(({ category }) => category.categoryId === current)
  const currentId = hasCurrent ? current : rows[0]?.category.categoryId
  useLayoutEffect(() => {
    if (focusAfterRender.current === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${focusAfterRender.current}"]`)
    if (row && row !== document.activeElement) row.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
  const lines = withAddLine(rows, actions.addingBelow)
  const { first, last } = useVisibleRange(list, lines.length)
  const { dragged, start } = useDrag(list, {
    items: actions.items,
    rows,
    onStart: () => actions.addBelow(undefined),
    onUnfold: (id) => actions.fold(id, true),
    onDrop: (category, drop) => void actions.move(category, drop),
  })
  const branch = dragged && branchOf(actions.items, dragged.category.categoryId)

  const focus = (id: string) => {
    focusAfterRender.current = id
    setCurrent(id)
  }
  const move = async ({ category: { categoryId }, category }: TreeRow, step: Step) => {
    focusAfterRender.current = categoryId
    await actions.step(category, step)
    if (focusAfterRender.current === categoryId) focusAfterRender.current = undefined
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, row: TreeRow) => {
    const { key, altKey, target, currentTarget } = event
    const { categoryId } = row.category
    const step = stepOf(key)
    if (altKey && step) {
      event.preventDefault()
      if (isSortable) void move(row, step)
      return
    }
    if (target !== currentTarget || altKey || event.ctrlKey || event.metaKey) return
    const to = targetRow(key, row, rows)
    if (to) focus(to.category.categoryId)
    else if (step === 'in' && row.hasChildren && !row.isOpen) actions.fold(categoryId, true)
    else if (step === 'out' && row.isOpen) actions.fold(categoryId, false)
    else if (key === 'Enter' || key === 'F2') actions.edit(categoryId)
    else if (key === 'Insert') actions.addBelow(categoryId)
    else return
    event.preventDefault()
  }
  const onFocus = (id: string) => {
    // The user moved on; do not pull the focus back.
    if (id !== focusAfterRender.current) focusAfterRender.current = undefined
    setCurrent(id)
  }

  return (
    <>
      <div
        ref={list}
        role="treegrid"
        aria-label={t('panel.categories')}
        aria-rowcount={lines.length}
        className={classes.tree}
        style={{ '--rows': lines.length } as CSSProperties}
        data-dragging={dragged ? true : undefined}
      >
        {lines.map(({ row, isAdding }, index) => {
          const { categoryId } = row.category
          const isCurrent = categoryId === currentId
          // The focused row stays rendered, however far it is scrolled away.
          if (!isCurrent && !isAdding && (index < first || index > last)) return null
          return isAdding ? (
            <AddBelow key="adding" row={row} index={index} actions={actions} />
          ) : (
            <CategoryItem
              key={categoryId}
              row={row}
              index={index}
              actions={actions}
              isCurrent={isCurrent}
              isEditing={actions.editing === categoryId}
              isSortable={isSortable}
              isDragged={branch?.has(categoryId) ?? false}
              drop={dragged?.drop?.index === index ? dragged.drop : undefined}
              onGrab={start}
              onKey={onKey}
              onFocus={onFocus}
            />
          )
        })}
      </div>
      {dragged && (
        <div
          className={classes.ghost}
          style={{ insetBlockStart: dragged.y + 12, left: dragged.x + 12 }}
          aria-hidden
        >
          {dragged.category.categoryName}
        </div>
      )}
      <p className={classes.spoken} aria-live="polite">
        {actions.announcement}
      </p>
    </>
  )
}

/** Inserts the line for new categories. */
function withAddLine(
  rows: TreeRow[],
  addingBelow: string | undefined,
): { row: TreeRow; isAdding: boolean }[] {
  return rows.flatMap((row) => [
    { row, isAdding: false },
    ...(row.category.categoryId === addingBelow ? [{ row, isAdding: true }] : []),
  ])
}

const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** Mirrored in RTL. */
function stepOf(key: string): Step | undefined {
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowRight') return isRightToLeft() ? 'out' : 'in'
  if (key === 'ArrowLeft') return isRightToLeft() ? 'in' : 'out'
  return undefined
}

function targetRow(key: string, row: TreeRow, rows: TreeRow[]): TreeRow | undefined {
  const index = rows.findIndex(({ category }) => category.categoryId === row.category.categoryId)
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key === 'PageDown') return rows[Math.min(index + 10, rows.length - 1)]
  if (key === 'PageUp') return rows[Math.max(index - 10, 0)]
  const step = stepOf(key)
  if (step === 'up') return rows[index - 1]
  if (step === 'down') return rows[index + 1]
  if (step === 'in' && row.isOpen) return rows[index + 1]
  if (step === 'out' && !row.isOpen)
    return rows.find(({ category }) => category.categoryId === row.category.parentId)
  return undefined
}
