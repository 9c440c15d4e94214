import { CloseButton } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { keepEscape } from '../image/RoundButton.tsx'
import classes from './BottomSheet.module.css'

type Props = { id: string; label: string; head: ReactNode; onClose: () => void; children: ReactNode }

/** How far down the sheet is pulled before letting go closes it, in CSS pixels. */
const pulledOff = 80

/**
 * A sheet from below over the list, which stays as it is: the browser's own dialog, which holds the focus and gives it
 * back. A pull down, a press beside it, Escape and Back close it.
 */
export function BottomSheet({ id, label, head, onClose, children }: Props) {
  const leave = useOwnEntry(onClose)
  const { sheet: dialog, handle } = usePull(leave)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Closed before it is taken out of the page, or the focus would not go back to where it was.
    return () => opened?.close()
  }, [dialog])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the ground beside the sheet; Escape is onCancel
    <dialog
      ref={dialog}
      id={id}
      {...keepEscape}
      className={classes.sheet}
      aria-label={label}
      onClick={(event) => event.target === dialog.current && leave()}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <div className={classes.head} {...handle}>
        {head}
        <CloseButton size={44} iconSize={22} aria-label={t('action.close')} onClick={leave} />
      </div>
      <div className={classes.content}>{children}</div>
    </dialog>
  )
}

/** Makes an entry of the history for what is open, so that Back closes it. Answers what closes it otherwise. */
function useOwnEntry(onClose: () => void): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isLeaving = useRef(false)
  const close = useEffectEvent(onClose)
  const begin = useEffectEvent(
    () =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        state: { overlay: 'panel' },
      } as never),
  )
  useEffect(() => {
    begin()
    return history.subscribe(({ location }) => {
      if (location.state.overlay !== 'panel') close()
    })
  }, [history])
  return () => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (history.location.state.overlay === 'panel') history.back()
    else onClose()
  }
}

/** The sheet follows a finger that pulls it down by its head, and closes where it was pulled far enough. */
function usePull(onPulledOff: () => void) {
  const sheet = useRef<HTMLDialogElement>(null)
  const from = useRef<number>(undefined)
  const move = (y: number) => {
    if (sheet.current) sheet.current.style.translate = y > 0 ? `0 ${y}px` : ''
  }
  const end = ({ clientY }: PointerEvent) => {
    if (from.current === undefined) return
    const pulled = clientY - from.current
    from.current = undefined
    if (pulled > pulledOff) onPulledOff()
    else move(0)
  }
  const handle = {
    onPointerDown: ({ clientY, currentTarget, pointerId, target }: PointerEvent) => {
      if (target instanceof Element && target.closest('button')) return
      currentTarget.setPointerCapture(pointerId)
      from.current = clientY
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (from.current !== undefined) move(clientY - from.current)
    },
    onPointerUp: end,
    onPointerCancel: () => {
      from.current = undefined
      move(0)
    },
  }
  return { sheet, handle }
}
