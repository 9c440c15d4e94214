import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { IconAction } from './IconButton.tsx'

const directions = [
  { direction: 'up', Icon: IconArrowUp, step: -1 },
  { direction: 'down', Icon: IconArrowDown, step: 1 },
] as const

type Props = {
  /** Index of the item in a list whose children are the items. */
  index: number
  isLast: boolean
  label: (direction: 'up' | 'down') => string
  onMove: (to: number) => void
}

/** Moves an item of a list one place. The pressed button moves with it and keeps the focus. */
export function MoveButtons({ index, isLast, label, onMove }: Props) {
  const move = (pressed: HTMLElement, to: number) => {
    const list = pressed.closest('li')?.parentElement
    flushSync(() => onMove(to))
    const buttons = [...(list?.children[to]?.querySelectorAll<HTMLElement>('[data-move]:enabled') ?? [])]
    // Disabled at the ends of the list.
    const same = buttons.find(({ dataset }) => dataset.move === pressed.dataset.move)
    const focused = same ?? buttons[0]
    focused?.focus()
  }
  return directions.map(({ direction, Icon, step }) => (
    <IconAction
      key={direction}
      Icon={Icon}
      label={label(direction)}
      data-move={direction}
      disabled={direction === 'up' ? index === 0 : isLast}
      onClick={(event) => move(event.currentTarget, index + step)}
    />
  ))
}
