import { IconCircleX, IconRefresh, IconSquareX, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '#web/i18n.ts'
import classes from './TabBar.module.css'
import { useTabs } from './tabStore.ts'
import { type Tab, tabsInBar } from './tabs.ts'
import { useTabActions } from './useTabActions.ts'

/** Middle click or Delete closes a tab; right click, long press or the menu key opens its menu. */
export function TabBar() {
  const { open, active, titles } = useTabs()
  const [menu, setMenu] = useState<MenuPosition>()
  const bar = useRef<HTMLUListElement>(null)
  const tabs = tabsInBar(open)
  const titleOf = ({ path, page }: Tab) => titles[path] ?? t(page.title)
  useLayoutEffect(() => {
    if (bar.current) scrollToActiveTab(bar.current)
  })
  const attach = (list: HTMLUListElement) => {
    bar.current = list
    return scrollByWheel(list)
  }
  return (
    <nav aria-label={t('panel.tabs')} className={classes.bar} data-tabs>
      <ul ref={attach} className={classes.tabs}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            title={titleOf(tab)}
            isActive={tab.path === active}
            onMenu={setMenu}
          />
        ))}
      </ul>
      {menu && (
        <TabMenu
          key={menu.tab.path}
          position={menu}
          title={titleOf(menu.tab)}
          others={tabs.filter((tab) => tab.path !== menu.tab.path && !tab.page.affix)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </nav>
  )
}

type ItemProps = { tab: Tab; title: string; isActive: boolean; onMenu: (place: MenuPosition) => void }

function TabItem({ tab, title, isActive, onMenu }: ItemProps) {
  const actions = useTabActions()
  const isPinned = tab.page.affix === true
  const close = async (item: Element | null) => {
    const bar = item?.closest('ul')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (isPinned || !(await actions.close([tab.path]))) return
    // Keeps the focus in the bar: on the page now shown, or the next tab.
    const nextFocus = isActive ? bar?.querySelector('[aria-current="page"]') : next?.querySelector('a')
    if (document.activeElement === document.body && nextFocus instanceof HTMLElement) nextFocus.focus()
  }
  const openMenu = (link: Element, x?: number, y?: number) => {
    const { left, bottom } = link.getBoundingClientRect()
    onMenu({ tab, x: x || left, y: y || bottom })
  }
  const longPressHandlers = longPress((link, x, y) => openMenu(link, x, y))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      event.preventDefault()
      openMenu(currentTarget)
    } else if (key === 'Delete') void close(currentTarget.closest('li'))
  }
  const onMiddle = (event: MouseEvent<HTMLElement>) => {
    if (event.button !== 1) return
    // Prevents a new window and autoscroll.
    event.preventDefault()
    if (event.type === 'auxclick') void close(event.currentTarget)
  }
  return (
    <li className={`pressable ${classes.tab}`} data-active={isActive || undefined}>
      <Link
        to={tab.page.path}
        params={tab.params as never}
        search={tab.search as never}
        className={classes.link}
        title={title}
        draggable={false}
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts={isPinned ? 'Shift+F10' : 'Delete Shift+F10'}
        onKeyDown={onKeyDown}
        onMouseDown={onMiddle}
        onAuxClick={onMiddle}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu(event.currentTarget, event.clientX, event.clientY)
        }}
        {...longPressHandlers}
      >
        {title}
      </Link>
      {!isPinned && (
        <button
          type="button"
          className={classes.close}
          // Keyboard users press Delete; this avoids a second tab stop per tab.
          tabIndex={-1}
          aria-label={t('panel.tab.close', { name: title })}
          onClick={(event) => void close(event.currentTarget.closest('li'))}
        >
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      )}
    </li>
  )
}

const edgePaddingPx = 4

/** Scrolls just enough to show the active tab and its neighbours. */
function scrollToActiveTab(bar: HTMLElement): void {
  const tabs = [...bar.children]
  const activeIndex = tabs.findIndex((tab) => tab.hasAttribute('data-active'))
  if (activeIndex < 0) return
  // The active tab last, so that it wins if there is no room for all.
  for (const index of [activeIndex - 1, activeIndex + 1, activeIndex]) {
    const tab = tabs[index]?.getBoundingClientRect()
    const frame = bar.getBoundingClientRect()
    if (!tab) continue
    const before = tab.left - edgePaddingPx - frame.left
    const after = tab.right + edgePaddingPx - frame.right
    if (before < 0) bar.scrollLeft += before
    else if (after > 0) bar.scrollLeft += Math.min(after, before)
  }
}

/** Makes the wheel scroll sideways. Answers a cleanup function. */
function scrollByWheel(bar: HTMLElement): () => void {
  const onWheel = (event: WheelEvent) => {
    if (event.deltaX !== 0 || event.ctrlKey || bar.scrollWidth <= bar.clientWidth) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1
    bar.scrollLeft += event.deltaY * lines * forward
  }
  // React's wheel listener is passive and cannot stop the page's scrolling.
  bar.addEventListener('wheel', onWheel, { passive: false })
  return () => bar.removeEventListener('wheel', onWheel)
}

const longPressMs = 500
const maxMovementPx = 10

/** Touch replacement for right clicks. */
function longPress(onPress: (element: Element, x: number, y: number) => void) {
  return {
    onPointerDown: ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'touch') return
      cancelTimer()
      hasPressed = false
      startPoint = { x: clientX, y: clientY }
      timer = window.setTimeout(() => {
        hasPressed = true
        onPress(currentTarget, clientX, clientY)
      }, longPressMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - startPoint.x, clientY - startPoint.y) > maxMovementPx) cancelTimer()
    },
    onPointerUp: cancelTimer,
    onPointerCancel: cancelTimer,
    /** Ignores the click that ends a long press. */
    onClickCapture: (event: MouseEvent) => {
      if (!hasPressed) return
      hasPressed = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

let timer = 0
let startPoint = { x: 0, y: 0 }
let hasPressed = false

function cancelTimer(): void {
  clearTimeout(timer)
}

type MenuPosition = { tab: Tab; x: number; y: number }

type TabMenuProps = { position: MenuPosition; title: string; others: Tab[]; onClose: () => void }

/** Esc or a click elsewhere closes it and restores the focus. */
function TabMenu({ position, title, others, onClose }: TabMenuProps) {
  const { tab } = position
  const actions = useTabActions()
  const list = useRef<HTMLDivElement>(null)
  const [focusedBefore] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (list.current) showAt(list.current, position)
  }, [position])
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [onClose])
  const close = () => {
    onClose()
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
  }
  const press = async (work: () => Promise<unknown>) => {
    const bar = list.current?.closest('nav')
    close()
    await work()
    // The focused tab is gone; focus the page now shown.
    const isLost = document.activeElement === document.body
    if (isLost) bar?.querySelector<HTMLElement>('[aria-current="page"]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      close()
    } else moveFocus(event)
  }
  const icon = { size: 18, 'aria-hidden': true }
  return (
    <div
      ref={list}
      // 'auto' would close it when the right mouse button is released.
      popover="manual"
      role="menu"
      aria-label={t('panel.tab.menu', { name: title })}
      tabIndex={-1}
      className={classes.menu}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Item icon={<IconRefresh {...icon} />} onPress={() => void press(() => actions.refresh(tab))}>
        {t('panel.tab.refresh')}
      </Item>
      {!tab.page.affix && (
        <Item icon={<IconX {...icon} />} onPress={() => void press(() => actions.close([tab.path]))}>
          {t('panel.tab.closeThis')}
        </Item>
      )}
      <Item
        icon={<IconCircleX {...icon} />}
        onPress={() => void press(() => actions.closeOthers(tab, others))}
      >
        {t('panel.tab.closeOthers')}
      </Item>
      <Item icon={<IconSquareX {...icon} />} onPress={() => void press(() => actions.closeAll(tab))}>
        {t('panel.tab.closeAll')}
      </Item>
    </div>
  )
}

type MenuItemProps = { icon: ReactNode; onPress: () => void; children: ReactNode }

function Item({ icon, onPress, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`pressable ${classes.item}`}
      onClick={onPress}
    >
      {icon}
      {children}
    </button>
  )
}

/** At the pointer, moved inside the window. */
function showAt(list: HTMLDivElement, { x, y }: MenuPosition): void {
  if (!list.matches(':popover-open')) list.showPopover()
  const left = Math.min(x, innerWidth - list.offsetWidth - 8)
  list.style.left = `${Math.max(left, 8)}px`
  list.style.top = `${Math.max(Math.min(y, innerHeight - list.offsetHeight - 8), 8)}px`
  list.querySelector('button')?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const focusedIndex = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
