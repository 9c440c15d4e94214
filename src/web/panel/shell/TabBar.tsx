import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { longPress } from './longPress.ts'
import classes from './TabBar.module.css'
import { type MenuPlace, TabMenu } from './TabMenu.tsx'
import { keepInView, wheelAcross } from './tabBarScroll.ts'
import { useTabs } from './tabStore.ts'
import { inOrder, type Tab } from './tabs.ts'
import { useTabActions } from './useTabActions.ts'

/**
 * The pages that have been opened, as links. A middle click or Delete closes one; a right click, a long press or the
 * menu key tells what else can be done.
 */
export function TabBar() {
  const { open, active, titles } = useTabs()
  const [menu, setMenu] = useState<MenuPlace>()
  const bar = useRef<HTMLUListElement>(null)
  const tabs = inOrder(open)
  const titleOf = ({ path, page }: Tab) => titles[path] ?? t(page.title)
  useLayoutEffect(() => {
    if (bar.current) keepInView(bar.current)
  })
  const attach = (list: HTMLUListElement) => {
    bar.current = list
    return wheelAcross(list)
  }
  return (
    <nav aria-label={t('panel.tabs')} className={classes.bar}>
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
          place={menu}
          title={titleOf(menu.tab)}
          others={tabs.filter((tab) => tab.path !== menu.tab.path && !tab.page.affix)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </nav>
  )
}

type ItemProps = { tab: Tab; title: string; isActive: boolean; onMenu: (place: MenuPlace) => void }

function TabItem({ tab, title, isActive, onMenu }: ItemProps) {
  const actions = useTabActions()
  const isPinned = tab.page.affix === true
  const close = async (item: Element | null) => {
    const bar = item?.closest('ul')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (isPinned || !(await actions.close([tab.path]))) return
    // Whoever has the focus in the bar stays there: on the page that has come, or on the next tab.
    const beside = isActive ? bar?.querySelector('[aria-current="page"]') : next?.querySelector('a')
    if (document.activeElement === document.body && beside instanceof HTMLElement) beside.focus()
  }
  const openMenu = (link: Element, x?: number, y?: number) => {
    const { left, bottom } = link.getBoundingClientRect()
    onMenu({ tab, x: x || left, y: y || bottom })
  }
  const press = longPress((link, x, y) => openMenu(link, x, y))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      event.preventDefault()
      openMenu(currentTarget)
    } else if (key === 'Delete') void close(currentTarget.closest('li'))
  }
  const onMiddle = (event: MouseEvent<HTMLElement>) => {
    if (event.button !== 1) return
    // No new window, and no scrolling by the wheel.
    event.preventDefault()
    if (event.type === 'auxclick') void close(event.currentTarget)
  }
  return (
    <li className={classes.tab} data-active={isActive || undefined}>
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
        {...press}
      >
        {title}
      </Link>
      {!isPinned && (
        <button
          type="button"
          className={classes.close}
          // On the keyboard, Delete closes: twice as many stops on the way to the page would be a burden.
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
