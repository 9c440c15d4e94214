import type { ReactNode } from 'react'
import classes from './RoundButton.module.css'

/** What Mantine's dialogs below look for on the focused element before they take its Escape for their own. */
export const ownEscape = { 'data-mantine-stop-propagation': 'true' }

type Props = { label: string; isOff?: boolean; onPress: () => void; children: ReactNode }

/** A button on the dark ground of the viewer. */
export function RoundButton({ label, isOff = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      {...ownEscape}
      className={classes.round}
      aria-label={label}
      title={label}
      // Not disabled: the focus would be lost on the way.
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  )
}
