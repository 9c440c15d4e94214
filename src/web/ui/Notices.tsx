import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { showNoticesBy } from '#web/notify.ts'
import classes from './Notices.module.css'
import { looks, showUndoable } from './Undoable.tsx'

/** More than these at once hide what is worked on: the oldest goes. */
const most = 3

/** Where notices appear, each for five seconds; one that can be undone for ten. On a phone the header stays free. */
export function Notices() {
  const isPhone = useMediaQuery('(max-width: 991px)', false, { getInitialValueInEffect: false })
  useEffect(() => {
    const shown: string[] = []
    showNoticesBy(({ message, isFailure, undo, endsBy }) => {
      shown.push(
        undo
          ? showUndoable(message, { undo, ...(endsBy ? { endsBy } : {}) })
          : notifications.show({ message, ...looks(isFailure) }),
      )
      for (const id of shown.splice(0, shown.length - most)) notifications.hide(id)
    })
  }, [])
  return (
    <Notifications
      position={isPhone ? 'bottom-center' : 'top-center'}
      className={classes.notices ?? ''}
      autoClose={5000}
    />
  )
}
