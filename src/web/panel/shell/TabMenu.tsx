import { IconCircleX, IconRefresh, IconSquareX, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './TabBar.module.css'
import type { Tab } from './tabs.ts'
import { useTabActions } from './useTabActions.ts'

export type MenuPosition = { tab: Tab; x: number; y: number }

type Props = { position: MenuPosition; title: string; others: Tab[]; onClose: () => void }

/** Esc or a click elsewhere closes it and restores the focus. */
export function TabMenu({ position, title, others, onClose }: Props) {
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

type ItemProps = { icon: ReactNode; onPress: () => void; children: ReactNode }

function Item({ icon, onPress, children }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={classes.item} onClick={onPress}>
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
