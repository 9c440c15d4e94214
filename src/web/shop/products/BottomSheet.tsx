import { CloseButton } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { keepEscape } from '../image/RoundButton.tsx'
import classes from './BottomSheet.module.css'

type Props = { id: string; label: string; head: ReactNode; onClose: () => void; children: ReactNode }

/** A longer pull closes the sheet. */
const closePullPx = 80

/**
 * A native modal dialog from below, which traps and restores the focus. A pull down, a press outside, Escape
 * or Back closes it.
 */
export function BottomSheet({ id, label, head, onClose, children }: Props) {
  const close = useHistoryEntryFor(onClose)
  const { sheet: dialog, handle } = usePullToClose(close)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Closing before removal restores the focus.
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
      onClick={(event) => event.target === dialog.current && close()}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className={classes.head} {...handle}>
        {head}
        <CloseButton size={44} iconSize={22} aria-label={t('action.close')} onClick={close} />
      </div>
      <div className={classes.content}>{children}</div>
    </dialog>
  )
}

/** Adds a history entry, so Back closes. Returns the function for other ways to close. */
function useHistoryEntryFor(onClose: () => void): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isLeaving = useRef(false)
  const close = useEffectEvent(onClose)
  const pushEntry = useEffectEvent(
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
    pushEntry()
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

/** The sheet follows a finger and closes if pulled far enough. */
function usePullToClose(onPulledOff: () => void) {
  const sheet = useRef<HTMLDialogElement>(null)
  const pullStartY = useRef<number>(undefined)
  const move = (y: number) => {
    if (sheet.current) sheet.current.style.translate = y > 0 ? `0 ${y}px` : ''
  }
  const end = ({ clientY }: PointerEvent) => {
    if (pullStartY.current === undefined) return
    const pulled = clientY - pullStartY.current
    pullStartY.current = undefined
    if (pulled > closePullPx) onPulledOff()
    else move(0)
  }
  const handle = {
    onPointerDown: ({ clientY, currentTarget, pointerId, target }: PointerEvent) => {
      if (target instanceof Element && target.closest('button')) return
      currentTarget.setPointerCapture(pointerId)
      pullStartY.current = clientY
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (pullStartY.current !== undefined) move(clientY - pullStartY.current)
    },
    onPointerUp: end,
    onPointerCancel: () => {
      pullStartY.current = undefined
      move(0)
    },
  }
  return { sheet, handle }
}
