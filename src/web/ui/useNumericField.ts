import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const maxLength = 12

type Options = {
  /** Shown while nobody types. */
  text: string
  /** Called at each change; `before` is the text when typing began. False refuses the change. */
  onType?: (typed: string, before: string) => boolean | void
  /** Called with the typed text on Enter and on leaving. */
  onCommit?: (typed: string) => void
  /** Called on Escape. */
  onCancel?: (before: string) => void
}

/**
 * How a number is typed, as the properties of its input: focus selects it, Enter or leaving applies it, Escape restores it.
 * Text that is no number can be typed, and is judged later: dropping a separator would turn 12,00 into 1200.
 */
export function useNumericField({ text, onType, onCommit, onCancel }: Options) {
  const [typed, setTyped] = useState<string>()
  const before = useRef(text)
  const commit = () => {
    before.current = text
    setTyped(undefined)
    if (typed !== undefined) onCommit?.(typed)
  }
  const field = {
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: typed ?? text,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      before.current = text
      event.currentTarget.select()
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = event.currentTarget.value.slice(0, maxLength)
      if (onType?.(next, before.current) !== false) setTyped(next)
    },
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') commit()
      if (event.key !== 'Escape' || typed === undefined) return
      flushSync(() => setTyped(undefined))
      onCancel?.(before.current)
      event.currentTarget.select()
      // Escape would also close a surrounding dialog.
      event.stopPropagation()
    },
  }
  return { field, clear: () => setTyped(undefined) }
}
