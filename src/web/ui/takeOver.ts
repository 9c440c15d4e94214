import type { SyntheticEvent } from 'react'

type OnInput = SyntheticEvent<HTMLInputElement>

let standing: Element | null = null

const select = ({ currentTarget }: OnInput) => {
  if (!currentTarget.readOnly) currentTarget.select()
}

/**
 * Handlers for a choice that can be searched: whoever comes to it wants another one, so what they type takes the
 * chosen one's place. A press within it afterwards puts the cursor where it fell, as in any field.
 */
export const takeOver = {
  // Captured: a form's field has a handler of its own for it.
  onFocusCapture: select,
  // A press puts the cursor into the text after the focus.
  onMouseDown: () => {
    standing = document.activeElement
  },
  onClick: (event: OnInput) => {
    if (standing !== event.currentTarget) select(event)
  },
}
