import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { showNoticesBy } from '#web/notify.ts'
import classes from './Notices.module.css'
import { noticeProps, showUndoable } from './Undoable.tsx'

const maxNotices = 3

/** Notices show for five seconds, undoable ones for ten, those with a link until they are closed; for failures see {@link noticeProps}. */
export function Notices() {
  const isPhone = useMediaQuery('(max-width: 991px)', false, { getInitialValueInEffect: false })
  useEffect(() => {
    const shown: string[] = []
    showNoticesBy(({ message, isFailure, error, undo, onExpired, link }) => {
      const withLink = link && { message: <Linked message={message} {...link} />, autoClose: false }
      shown.push(
        undo
          ? showUndoable(message, { undo, ...(onExpired ? { onExpired } : {}) })
          : notifications.show({ message, ...noticeProps(isFailure, error), ...withLink }),
      )
      for (const id of shown.splice(0, shown.length - maxNotices)) notifications.hide(id)
    })
  }, [])
  return (
    <Notifications position={isPhone ? 'bottom-center' : 'top-center'} className={classes.notices ?? ''} />
  )
}

function Linked({ message, href, text }: { message: string; href: string; text: string }) {
  return (
    <>
      {message} <a href={href}>{text}</a>
    </>
  )
}
