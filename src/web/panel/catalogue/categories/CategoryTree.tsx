import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { AddBelow } from './AddBelow.tsx'
import classes from './Categories.module.css'
import { CategoryItem } from './CategoryItem.tsx'
import { branchOf, type Step, type TreeRow } from './tree.ts'
import type { Deeds } from './useDeeds.ts'
import { useDrag } from './useDrag.ts'
import { useWindow } from './useWindow.ts'

type Props = { rows: TreeRow[]; deeds: Deeds; isSortable: boolean }

/**
 * The tree as a grid: arrows go from row to row, left and right fold and unfold, with Alt they move the category. A row
 * is dragged by its handle into the gap between two, or onto the one that it goes under.
 */
export function CategoryTree({ rows, deeds, isSortable }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  /** The row that the focus goes to once it is drawn, where it then stands. */
  const wanted = useRef<string>(undefined)
  const isThere = rows.some(({ category }) => category.categoryId === current)
  const currentId = isThere ? current : rows[0]?.category.categoryId
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (row && row !== document.activeElement) row.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
  const lines = linesOf(rows, deeds.addingBelow)
  const { first, last } = useWindow(list, lines.length)
  const { dragged, start } = useDrag(list, {
    items: deeds.items,
    rows,
    onStart: () => deeds.addBelow(undefined),
    onUnfold: (id) => deeds.fold(id, true),
    onDrop: (category, drop) => void deeds.move(category, drop),
  })
  const branch = dragged && branchOf(deeds.items, dragged.category.categoryId)

  const focus = (id: string) => {
    wanted.current = id
    setCurrent(id)
  }
  const move = async ({ category: { categoryId }, category }: TreeRow, step: Step) => {
    wanted.current = categoryId
    await deeds.step(category, step)
    if (wanted.current === categoryId) wanted.current = undefined
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
    const to = goal(key, row, rows)
    if (to) focus(to.category.categoryId)
    else if (step === 'in' && row.hasChildren && !row.isOpen) deeds.fold(categoryId, true)
    else if (step === 'out' && row.isOpen) deeds.fold(categoryId, false)
    else if (key === 'Enter' || key === 'F2') deeds.edit(categoryId)
    else if (key === 'Insert') deeds.addBelow(categoryId)
    else return
    event.preventDefault()
  }
  const onFocus = (id: string) => {
    // Whoever goes on to another row is not called back.
    if (id !== wanted.current) wanted.current = undefined
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
          // The row that has the focus keeps it however far it is scrolled away.
          if (!isCurrent && !isAdding && (index < first || index > last)) return null
          return isAdding ? (
            <AddBelow key="adding" row={row} index={index} deeds={deeds} />
          ) : (
            <CategoryItem
              key={categoryId}
              row={row}
              index={index}
              deeds={deeds}
              isCurrent={isCurrent}
              isEditing={deeds.editing === categoryId}
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
        {deeds.told}
      </p>
    </>
  )
}

/** The rows, with the one for new categories below the one that they go under. */
function linesOf(rows: TreeRow[], addingBelow: string | undefined): { row: TreeRow; isAdding: boolean }[] {
  return rows.flatMap((row) => [
    { row, isAdding: false },
    ...(row.category.categoryId === addingBelow ? [{ row, isAdding: true }] : []),
  ])
}

const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** What an arrow does to a category; across they go as the page is read. */
function stepOf(key: string): Step | undefined {
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowRight') return isRightToLeft() ? 'out' : 'in'
  if (key === 'ArrowLeft') return isRightToLeft() ? 'in' : 'out'
  return undefined
}

/** The row that a key leads to. */
function goal(key: string, row: TreeRow, rows: TreeRow[]): TreeRow | undefined {
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
