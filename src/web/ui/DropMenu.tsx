import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './DropMenu.module.css'

type Props = {
  label: string
  className?: string | undefined
  /** -1 where other keys than Tab lead to the button. */
  tabIndex?: number
  button: ReactNode
  /** Told when the list is about to be opened. */
  onOpen?: () => void
  children: ReactNode
}

/**
 * A button that opens a short list below it. The browser's own popover: Esc, a click elsewhere and the focus order
 * are its affair, and nothing has to be loaded for it.
 */
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

/** One entry of a {@link DropMenu}: a link or an action. The list closes: the page may stay. */
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

/** The focus goes back to the button that opened the list. */
const closeMenu = (entry: HTMLElement) => entry.closest<HTMLElement>('[popover]')?.hidePopover()

/** A link of a {@link DropMenu}, for whatever makes links. */
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

/** Whose menu it is: stands above the entries. */
export function DropMenuTitle({ children }: { children: ReactNode }) {
  return <p className={classes.title}>{children}</p>
}
