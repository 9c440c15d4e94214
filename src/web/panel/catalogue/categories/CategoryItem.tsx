import { Switch, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconChevronRight,
  IconCornerDownRight,
  IconFolderSymlink,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconLanguage,
  IconPencil,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { MenuItem } from '../../MenuItem.tsx'
import { PictureButton } from '../PictureButton.tsx'
import { otherLanguages } from '../texts/textSearch.ts'
import classes from './Categories.module.css'
import type { Drop, Step, TreeRow } from './tree.ts'
import type { TreeActions } from './useCategories.ts'

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

type RowMenuProps = { row: TreeRow; actions: TreeActions; tabIndex: number; isSortable: boolean }

/** All actions, for users who cannot drag. */
function RowMenu({ row: { category }, actions, tabIndex, isSortable }: RowMenuProps) {
  // Rendered on demand, as there may be thousands of rows.
  const [isOpened, setIsOpened] = useState(false)
  const { categoryId, categoryName: name, image } = category
  return (
    <DropMenu
      label={t('panel.brandList.more', { name })}
      tabIndex={tabIndex}
      button={<span aria-hidden>⋯</span>}
      onOpen={() => setIsOpened(true)}
    >
      {isOpened && (
        <>
          <MenuItem Icon={IconPencil} onClick={() => actions.edit(categoryId)}>
            {t('panel.categoryTree.rename')}
          </MenuItem>
          <MenuItem Icon={IconCornerDownRight} onClick={() => actions.addBelow(categoryId)}>
            {t('panel.categoryTree.addBelow')}
          </MenuItem>
          {isSortable &&
            steps
              .filter(({ step }) => actions.canStep(category, step))
              .map(({ step, icon }) => (
                <DropMenuItem key={step} icon={icon} onClick={() => void actions.step(category, step)}>
                  {t(`panel.categoryTree.step.${step}`)}
                </DropMenuItem>
              ))}
          {otherLanguages.length > 0 && (
            <MenuItem Icon={IconLanguage} onClick={() => actions.openDialog({ kind: 'texts', category })}>
              {t('panel.texts.inLanguages')}
            </MenuItem>
          )}
          <MenuItem Icon={IconFolderSymlink} onClick={() => actions.openDialog({ kind: 'move', category })}>
            {t('panel.categoryTree.moveTo')}
          </MenuItem>
          {image && (
            <MenuItem Icon={IconPhotoOff} onClick={() => void actions.removeImage(category)}>
              {t('panel.brandList.dropImage')}
            </MenuItem>
          )}
          <MenuItem Icon={IconArrowMerge} onClick={() => actions.openDialog({ kind: 'merge', category })}>
            {t('panel.brandList.merge')}
          </MenuItem>
          <MenuItem Icon={IconTrash} onClick={() => void actions.remove(category)}>
            {t('panel.brandList.delete')}
          </MenuItem>
        </>
      )}
    </DropMenu>
  )
}

const steps: { step: Step; icon: React.ReactNode }[] = [
  { step: 'up', icon: <IconArrowUp size={18} aria-hidden /> },
  { step: 'down', icon: <IconArrowDown size={18} aria-hidden /> },
  { step: 'in', icon: <IconIndentIncrease size={18} aria-hidden /> },
  { step: 'out', icon: <IconIndentDecrease size={18} aria-hidden /> },
]

/** Adds a category per Enter, until Esc or an empty name. */
export function AddBelow({ row, index, actions }: { row: TreeRow; index: number; actions: TreeActions }) {
  const { categoryId, categoryName: parent } = row.category
  return (
    <div
      role="row"
      className={classes.adding}
      aria-rowindex={index + 1}
      style={{ '--depth': row.depth + 1, '--index': index } as CSSProperties}
    >
      <div role="gridcell">
        <NameField
          label={t('panel.categoryTree.newBelow', { parent })}
          placeholder={t('panel.categoryTree.newBelow', { parent })}
          value=""
          onName={(name) => actions.add(name, categoryId)}
          onDone={(outcome) => {
            if (outcome === 'left') actions.addBelow(undefined)
          }}
        />
      </div>
    </div>
  )
}

type NameFieldProps = {
  label: string
  value: string
  /** Answers whether the name was saved; a rejected one stays. */
  onName: (name: string) => Promise<boolean>
  /** 'taken' after saving; 'left' after Esc or without a change. */
  onDone: (outcome: 'taken' | 'left') => void
  placeholder?: string
}

function NameField({ label, value, onName, onDone, placeholder }: NameFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    if (isBusy) return
    const name = typed.trim()
    if (!name || name === value) return onDone('left')
    setIsBusy(true)
    const isSaved = await onName(name)
    setIsBusy(false)
    if (isSaved) {
      setTyped(value)
      onDone('taken')
    }
  }
  return (
    <TextInput
      ref={field}
      classNames={{ input: classes.field ?? '' }}
      aria-label={label}
      placeholder={placeholder ?? t('panel.categoryTree.name')}
      maxLength={100}
      value={typed}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        // Keeps keys from the row.
        event.stopPropagation()
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape') onDone('left')
      }}
    />
  )
}
