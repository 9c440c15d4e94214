import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { showNoticesBy } from '#web/notify.ts'

/** Where notices appear, each for five seconds. */
export function Notices() {
  useEffect(() => {
    showNoticesBy(({ message, isFailure }) =>
      notifications.show({
        message,
        ...(isFailure ? { color: 'red' } : {}),
        closeButtonProps: { 'aria-label': t('action.close') },
      }),
    )
  }, [])
  return <Notifications position="top-center" autoClose={5000} />
}
