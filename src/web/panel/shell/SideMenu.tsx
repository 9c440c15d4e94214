import {
  IconActivity,
  IconAdjustments,
  IconBinaryTree,
  IconBuildingStore,
  IconChevronDown,
  IconClipboardList,
  IconDiscount,
  IconFile,
  IconFileImport,
  IconHanger,
  IconHistory,
  IconLanguage,
  IconLayoutDashboard,
  IconListDetails,
  IconPhoto,
  IconPlugConnected,
  IconSquarePlus,
  IconStack2,
  IconTable,
  IconTags,
  IconTestPipe,
  IconTie,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FocusEvent, useId, useState } from 'react'
import { type Page, pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'
import { useCurrentPage } from './pageAddress.ts'
import classes from './SideMenu.module.css'
import { useBackToTab } from './useTabActions.ts'

const icons: Record<string, typeof IconUsers> = {
  [pages.dashboard.path]: IconLayoutDashboard,
  [pages.orders.path]: IconClipboardList,
  [pages.customers.path]: IconBuildingStore,
  [pages.customerCreate.path]: IconUserPlus,
  [pages.users.path]: IconUsers,
  [pages.userCreate.path]: IconUserPlus,
  [pages.agents.path]: IconTie,
  [pages.agentCreate.path]: IconUserPlus,
  [pages.brands.path]: IconTags,
  [pages.categories.path]: IconBinaryTree,
  [pages.attributes.path]: IconListDetails,
  [pages.translations.path]: IconLanguage,
  [pages.products.path]: IconHanger,
  [pages.productCreate.path]: IconSquarePlus,
  [pages.productSheet.path]: IconTable,
  [pages.photos.path]: IconPhoto,
  [pages.catalogueImport.path]: IconFileImport,
  [pages.priceRules.path]: IconDiscount,
  [pages.priceRuleCreate.path]: IconSquarePlus,
  [pages.quantityRules.path]: IconStack2,
  [pages.priceTry.path]: IconTestPipe,
  [pages.analysis.path]: IconActivity,
  [pages.settings.path]: IconAdjustments,
  [pages.erp.path]: IconPlugConnected,
  [pages.changes.path]: IconHistory,
  '/customer': IconBuildingStore,
  '/panel-urunler': IconHanger,
  '/fiyatlar': IconDiscount,
  '/user': IconUsersGroup,
  '/panel/office': IconAdjustments,
}

type MenuProps = { isNarrow: boolean; onNavigate: () => void }

/** A hidden page highlights its `activeMenu` entry. */
export function SideMenu({ isNarrow, onNavigate }: MenuProps) {
  const { menuPath } = useCurrentPage()
  const entries = useMenu().filter((page) => !page.hidden)
  return (
    <ul className={classes.menu}>
      {entries.map((page) => {
        const visibleChildren = (page.children ?? []).filter((child) => !child.hidden)
        const [onlyChild] = visibleChildren
        const isLeaf = !page.children || (visibleChildren.length === 1 && !page.alwaysShow)
        const props = { isNarrow, onNavigate, menuPath }
        return isLeaf ? (
          <Leaf key={page.path} page={onlyChild ?? page} {...props} />
        ) : (
          <Group key={page.path} page={page} visibleChildren={visibleChildren} {...props} />
        )
      })}
    </ul>
  )
}

type EntryProps = MenuProps & { page: Page; menuPath: string | undefined }

function Leaf({ page, isNarrow, ...props }: EntryProps) {
  const flyout = useFlyout(isNarrow)
  return (
    <li {...flyout.handlers}>
      <EntryLink page={page} isNarrow={isNarrow} {...props} />
      {flyout.isOpen && (
        // The link already has this name.
        <div className={classes.flyout} style={flyout.style} aria-hidden>
          <span className={classes.flyoutTitle}>{t(page.title)}</span>
        </div>
      )}
    </li>
  )
}

function Group({ page, visibleChildren, isNarrow, ...props }: EntryProps & { visibleChildren: Page[] }) {
  const flyout = useFlyout(isNarrow)
  const id = useId()
  const containsCurrent = visibleChildren.some((child) => child.path === props.menuPath)
  const [toggledOpen, setToggledOpen] = useState<boolean>()
  const isOpen = isNarrow ? flyout.isOpen : (toggledOpen ?? containsCurrent)
  const list = visibleChildren.map((child) => (
    <li key={child.path}>
      <EntryLink page={child} isNarrow={false} {...props} />
    </li>
  ))
  return (
    <li {...flyout.handlers}>
      <button
        type="button"
        className={`pressable ${classes.entry}`}
        data-current={(containsCurrent && !isOpen) || (isNarrow && containsCurrent) || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={(event) => (isNarrow ? flyout.open(event.currentTarget) : setToggledOpen(!isOpen))}
      >
        <Icon path={page.path} />
        <span className={isNarrow ? classes.unseen : classes.name}>{t(page.title)}</span>
        {!isNarrow && <IconChevronDown size={16} aria-hidden className="chevron" />}
      </button>
      {isOpen &&
        (isNarrow ? (
          <div id={id} className={classes.flyout} style={flyout.style}>
            <span className={classes.flyoutTitle} aria-hidden>
              {t(page.title)}
            </span>
            <ul>{list}</ul>
          </div>
        ) : (
          <ul id={id} className={classes.children}>
            {list}
          </ul>
        ))}
    </li>
  )
}

function EntryLink({ page, isNarrow, menuPath, onNavigate }: EntryProps) {
  const isCurrent = page.path === menuPath
  const back = useBackToTab()
  return (
    <Link
      to={page.path}
      className={`pressable ${classes.entry}`}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        onNavigate()
        back(event, page.path)
      }}
    >
      <Icon path={page.path} />
      <span className={isNarrow ? classes.unseen : classes.name}>{t(page.title)}</span>
    </Link>
  )
}

/** Opens on hover or focus, closes on Esc. */
function useFlyout(isNarrow: boolean) {
  const [top, setTop] = useState<number>()
  const open = (element: Element) => setTop(element.getBoundingClientRect().top)
  const close = () => setTop(undefined)
  const handlers = {
    onMouseEnter: (event: { currentTarget: Element }) => open(event.currentTarget),
    onMouseLeave: close,
    onFocus: (event: { currentTarget: Element }) => open(event.currentTarget),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) close()
    },
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Escape') close()
    },
  }
  return {
    isOpen: isNarrow && top !== undefined,
    style: { insetBlockStart: top },
    open,
    handlers: isNarrow ? handlers : {},
  }
}

function Icon({ path }: { path: string }) {
  const Shape = icons[path] ?? IconFile
  return <Shape size={20} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
}
