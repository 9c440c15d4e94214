import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useEffect } from 'react'
import { showNoticesBy } from '#web/notify.ts'
import { looks, showUndoable } from './Undoable.tsx'

/** Where notices appear, each for five seconds; one that can be undone for ten. */
export function Notices() {
  useEffect(() => {
    showNoticesBy(({ message, isFailure, undo, endsBy }) => {
      if (undo) return showUndoable(message, { undo, ...(endsBy ? { endsBy } : {}) })
      notifications.show({ message, ...looks(isFailure) })
    })
  }, [])
  return <Notifications position="top-center" autoClose={5000} />
}
