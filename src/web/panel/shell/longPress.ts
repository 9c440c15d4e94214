import type { MouseEvent, PointerEvent } from 'react'

const longPressMs = 500
const maxMovementPx = 10

/** Touch replacement for right clicks. */
export function longPress(onPress: (element: Element, x: number, y: number) => void) {
  return {
    onPointerDown: ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'touch') return
      cancelTimer()
      hasPressed = false
      startPoint = { x: clientX, y: clientY }
      timer = window.setTimeout(() => {
        hasPressed = true
        onPress(currentTarget, clientX, clientY)
      }, longPressMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - startPoint.x, clientY - startPoint.y) > maxMovementPx) cancelTimer()
    },
    onPointerUp: cancelTimer,
    onPointerCancel: cancelTimer,
    /** Ignores the click that ends a long press. */
    onClickCapture: (event: MouseEvent) => {
      if (!hasPressed) return
      hasPressed = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

let timer = 0
let startPoint = { x: 0, y: 0 }
let hasPressed = false

function cancelTimer(): void {
  clearTimeout(timer)
}
