import type { SyntheticEvent } from 'react'

type OnInput = SyntheticEvent<HTMLInputElement>

let focusedBefore: Element | null = null

const selectText = ({ currentTarget }: OnInput) => {
  if (!currentTarget.readOnly) currentTarget.select()
}

/**
 * For searchable selects: focusing selects the text for overtyping; a later press places the cursor as usual.
 */
export const selectTextOnFocus = {
  // Capture phase: forms set onFocus themselves.
  onFocusCapture: selectText,
  // A press moves the cursor after focus.
  onMouseDown: () => {
    focusedBefore = document.activeElement
  },
  onClick: (event: OnInput) => {
    if (focusedBefore !== event.currentTarget) selectText(event)
  },
}
