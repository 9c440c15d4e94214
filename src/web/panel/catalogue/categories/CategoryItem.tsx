import { Switch } from '@mantine/core'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import type { CategoryRow } from '#shared/categories.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { PictureButton } from '../PictureButton.tsx'
import classes from './Categories.module.css'
import { NameField } from './NameField.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { Drop, TreeRow } from './tree.ts'
import type { TreeActions } from './useTreeActions.ts'

type Props = {
  row: TreeRow
  /** Zero-based line. */
  index: number
  actions: TreeActions
  /** The row in the tab order. */
  isCurrent: boolean
  isEditing: boolean
  isSortable: boolean
  isDragged: boolean
  drop: Drop | undefined
  onGrab: (event: PointerEvent<HTMLElement>, category: CategoryRow) => void
  onKey: (event: KeyboardEvent<HTMLElement>, row: TreeRow) => void
  onFocus: (id: string) => void
}

export const CategoryItem = memo(function CategoryItem(props: Props) {
  const { row, index, actions, isCurrent, isEditing, isSortable, isDragged, drop } = props
  const { category, depth, hasChildren, isOpen } = row
  const { categoryId, categoryName: name, isShown, isActive, image, productCount } = category
  const cell = useRef<HTMLDivElement>(null)
  const finish = (field: HTMLElement | null) => {
    // Returns the focus to the row, which handles the keys.
    if (field?.contains(document.activeElement)) field.closest<HTMLElement>('[data-row]')?.focus()
    actions.edit(undefined)
  }
  const tabIndex = isCurrent ? 0 : -1
  const style = { '--index': index, '--depth': depth, '--drop-depth': drop?.depth } as CSSProperties
  return (
    <div
      role="row"
      aria-label={`${name}, ${t('home.productCount', { count: productCount })}`}
      aria-rowindex={index + 1}
      aria-level={depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      tabIndex={tabIndex}
      data-row={categoryId}
      data-passive={!isShown || undefined}
      data-dragged={isDragged || undefined}
      data-zone={drop?.zone}
      className={classes.row}
      style={style}
      onKeyDown={(event) => props.onKey(event, row)}
      onFocus={() => props.onFocus(categoryId)}
    >
      <div role="gridcell" className={classes.lead}>
        {isSortable && (
          <span
            className={classes.handle}
            aria-hidden
            onPointerDown={(event) => props.onGrab(event, category)}
          >
            <IconGripVertical size={18} />
          </span>
        )}
        <span className={classes.indent} />
        {hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            className={classes.fold}
            data-open={isOpen || undefined}
            aria-label={t(isOpen ? 'panel.categoryTree.fold' : 'panel.categoryTree.unfold', { name })}
            onClick={() => actions.fold(categoryId, !isOpen)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        ) : (
          <span className={classes.leaf} />
        )}
        <PictureButton
          name={name}
          image={image}
          tabIndex={tabIndex}
          onFile={(file) => actions.setImage(category, file)}
        />
      </div>
      <div ref={cell} role="gridcell" className={classes.what}>
        {isEditing ? (
          <NameField
            label={t('panel.brandList.nameLabel', { name })}
            value={name}
            onName={(categoryName) => actions.change(category, { categoryName })}
            onDone={() => finish(cell.current)}
          />
        ) : (
          // Keyboard users press F2 or Enter on the row.
          <button
            type="button"
            tabIndex={-1}
            className={classes.name}
            onClick={() => actions.edit(categoryId)}
          >
            <bdi>{name}</bdi>
          </button>
        )}
        <Counts category={category} tabIndex={tabIndex} />
      </div>
      <div role="gridcell" className={classes.state}>
        <Switch
          checked={isActive}
          tabIndex={tabIndex}
          label={t(
            isActive && !isShown
              ? 'panel.categoryTree.hiddenAbove'
              : isActive
                ? 'panel.brandList.active'
                : 'panel.brandList.passive',
          )}
          aria-label={t('panel.brandList.activeLabel', { name })}
          onChange={({ currentTarget }) => void actions.change(category, { isActive: currentTarget.checked })}
        />
      </div>
      <div role="gridcell">
        <RowMenu row={row} actions={actions} tabIndex={tabIndex} isSortable={isSortable} />
      </div>
    </div>
  )
})

/** Links to the products. */
function Counts({ category, tabIndex }: { category: CategoryRow; tabIndex: number }) {
  const { categoryId, ownCount, productCount } = category
  return (
    <span className={classes.counts}>
      <Link to="/panel-urunler/index" search={{ categoryId } as never} tabIndex={tabIndex}>
        {t('home.productCount', { count: productCount })}
      </Link>
      {ownCount > 0 && ownCount < productCount && (
        <span>{t('panel.categoryTree.own', { count: formatCount(ownCount) })}</span>
      )}
    </span>
  )
}
