import type { MouseEvent, PointerEvent } from 'react'

/** After how many milliseconds a finger that rests means a menu, and how many pixels it may move meanwhile. */
const patience = 500
const steady = 10

/** For touch, which has no right button everywhere: handlers that tell when a finger rests on something. */
export function longPress(onPress: (element: Element, x: number, y: number) => void) {
  return {
    onPointerDown: ({ pointerType, currentTarget, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'touch') return
      end()
      hasPressed = false
      begun = { x: clientX, y: clientY }
      timer = window.setTimeout(() => {
        hasPressed = true
        onPress(currentTarget, clientX, clientY)
      }, patience)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - begun.x, clientY - begun.y) > steady) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** The finger that is lifted after the menu has come opens nothing. */
    onClickCapture: (event: MouseEvent) => {
      if (!hasPressed) return
      hasPressed = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

let timer = 0
let begun = { x: 0, y: 0 }
let hasPressed = false

function end(): void {
  clearTimeout(timer)
}
