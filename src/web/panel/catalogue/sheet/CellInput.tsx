import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SheetColumn } from './cells.ts'
import classes from './Sheet.module.css'
import { useSheetStore } from './SheetContext.ts'
import type { Typing } from './sheetStore.ts'
import { commitTyping, moveBy } from './typing.ts'

type Props = { typing: Typing; column: SheetColumn; label: string }

export function CellInput({ typing, column, label }: Props) {
  const store = useSheetStore()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typing.text)
  const hasEnded = useRef(false)
  useEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const finish = (isCommitted: boolean) => {
    if (hasEnded.current) return
    hasEnded.current = true
    const grid = input.current?.closest<HTMLElement>('[role=grid]')
    if (isCommitted) commitTyping(store, text)
    else store.setState({ typing: undefined })
    grid?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return finish(false)
    }
    const isArrow = event.key.startsWith('Arrow')
    if (event.key !== 'Enter' && event.key !== 'Tab' && !(isArrow && typing.mode === 'type')) return
    event.preventDefault()
    finish(true)
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
      onBlur={() => finish(true)}
    />
  )
}
