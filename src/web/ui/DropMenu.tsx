import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './DropMenu.module.css'

type Props = {
  label: string
  className?: string | undefined
  /** -1 where keys other than Tab reach the button. */
  tabIndex?: number
  button: ReactNode
  onOpen?: () => void
  children: ReactNode
}

/** A button with a native popover list: the browser handles Esc, outside clicks and focus. */
export function DropMenu({ label, className, tabIndex, button, onOpen, children }: Props) {
  const id = useId()
  const anchor = `--menu-${id.replace(/\W/g, '')}`
  return (
    <>
      <button
        type="button"
        className={className ?? classes.button}
        aria-label={label}
        tabIndex={tabIndex}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        className={classes.list}
        style={{ positionAnchor: anchor }}
        onBeforeToggle={onOpen}
      >
        {children}
      </div>
    </>
  )
}

type ItemProps = { icon: ReactNode; lang?: string; isCurrent?: boolean; children: ReactNode } & (
  | { href: string; onClick?: never }
  | { onClick: () => void; href?: never }
)

/** A menu entry, link or action. */
export function DropMenuItem({ icon, lang, isCurrent = false, children, href, onClick }: ItemProps) {
  if (href) {
    return (
      <DropMenuAnchor icon={icon} href={href}>
        {children}
      </DropMenuAnchor>
    )
  }
  return (
    <button
      type="button"
      className={classes.item}
      lang={lang}
      aria-pressed={isCurrent || undefined}
      onClick={(event) => {
        closeMenu(event.currentTarget)
        onClick?.()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

const closeMenu = (entry: HTMLElement) => entry.closest<HTMLElement>('[popover]')?.hidePopover()

/** For router links. */
export function DropMenuAnchor({
  icon,
  children,
  href,
  onClick,
  ...anchor
}: ComponentProps<'a'> & { icon: ReactNode }) {
  return (
    <a
      {...anchor}
      href={href}
      className={classes.item}
      onClick={(event) => {
        closeMenu(event.currentTarget)
        onClick?.(event)
      }}
    >
      {icon}
      {children}
    </a>
  )
}

export function DropMenuTitle({ children }: { children: ReactNode }) {
  return <p className={classes.title}>{children}</p>
}
