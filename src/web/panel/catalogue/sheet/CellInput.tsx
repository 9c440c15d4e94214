import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SheetColumn } from './cells.ts'
import classes from './Sheet.module.css'
import { useSheetStore } from './SheetContext.ts'
import type { Typing } from './sheetStore.ts'
import { commit, moveBy } from './typing.ts'

type Props = { typing: Typing; column: SheetColumn; label: string }

/** The text of the cell that is being typed into. */
export function CellInput({ typing, column, label }: Props) {
  const store = useSheetStore()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typing.text)
  const isOver = useRef(false)
  useEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const end = (isKept: boolean) => {
    if (isOver.current) return
    isOver.current = true
    const grid = input.current?.closest<HTMLElement>('[role=grid]')
    if (isKept) commit(store, text)
    else store.setState({ typing: undefined })
    grid?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return end(false)
    }
    const isArrow = event.key.startsWith('Arrow')
    if (event.key !== 'Enter' && event.key !== 'Tab' && !(isArrow && typing.mode === 'type')) return
    event.preventDefault()
    end(true)
    moveBy(store, event.nativeEvent)
  }
  return (
    <input
      ref={input}
      className={classes.input}
      dir={column.kind === 'text' && column.field !== 'barcode' ? 'auto' : 'ltr'}
      inputMode={column.kind === 'price' ? 'decimal' : column.kind === 'count' ? 'numeric' : 'text'}
      enterKeyHint="enter"
      autoComplete="off"
      maxLength={255}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        store.setState({ typing: { ...typing, text: event.currentTarget.value } })
      }}
      onKeyDown={onKeyDown}
      onBlur={() => end(true)}
    />
  )
}
