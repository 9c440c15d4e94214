import type { ReactNode } from 'react'
import classes from './RoundButton.module.css'

/** Mantine's dialogs below ignore Escape on elements with this attribute. */
export const keepEscape = { 'data-mantine-stop-propagation': 'true' }

type Props = { label: string; isDisabled?: boolean; onPress: () => void; children: ReactNode }

export function RoundButton({ label, isDisabled = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      {...keepEscape}
      className={classes.round}
      aria-label={label}
      title={label}
      // `disabled` would lose the focus.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPress()}
    >
      {children}
    </button>
  )
}
