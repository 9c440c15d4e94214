import { type ReactNode, useId } from 'react'
import classes from './DropMenu.module.css'

type Props = { label: string; className?: string; button: ReactNode; children: ReactNode }

/**
 * A button that opens a short list below it. The browser's own popover: Esc, a click elsewhere and the focus order
 * are its affair, and nothing has to be loaded for it.
 */
export function DropMenu({ label, className, button, children }: Props) {
  const id = useId()
  const anchor = `--menu-${id.replace(/\W/g, '')}`
  return (
    <>
      <button
        type="button"
        className={className ?? classes.button}
        aria-label={label}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      >
        {button}
      </button>
      <div id={id} popover="auto" className={classes.list} style={{ positionAnchor: anchor }}>
        {children}
      </div>
    </>
  )
}

type ItemProps = { icon: ReactNode; lang?: string; isCurrent?: boolean; children: ReactNode } & (
  | { href: string; onClick?: never }
  | { onClick: () => void; href?: never }
)

/** One entry of a {@link DropMenu}: a link or an action. */
export function DropMenuItem({ icon, lang, isCurrent = false, children, href, onClick }: ItemProps) {
  const inside = (
    <>
      {icon}
      {children}
    </>
  )
  if (href) {
    return (
      <a className={classes.item} href={href}>
        {inside}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={classes.item}
      lang={lang}
      aria-pressed={isCurrent || undefined}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}

/** Whose menu it is: stands above the entries. */
export function DropMenuTitle({ children }: { children: ReactNode }) {
  return <p className={classes.title}>{children}</p>
}
