import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { CallFailed, whenSessionEnded } from '#web/api.ts'
import { direction } from '#web/i18n.ts'
import { whenNotified } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import './styles.ts'
import { theme } from './theme.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // What the server has refused it will refuse again; only a lost connection is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof CallFailed && error.status === 0,
    },
  },
})

// Rarely seen: loaded when there is something to show.
const SessionEndedDialog = lazy(async () => ({
  default: (await import('./SessionEndedDialog.tsx')).SessionEndedDialog,
}))
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/** What every page stands in: theme, direction, data, notifications, the end-of-session dialog. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} defaultColorScheme="light">
        <QueryClientProvider client={queryClient}>
          {children}
          <Suspense>
            <Occasional />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

function Occasional() {
  const [hasEnded, setHasEnded] = useState(false)
  const [hasNotices, setHasNotices] = useState(false)
  useEffect(() => {
    whenSessionEnded(() => {
      useSession.setState({ user: undefined })
      setHasEnded(true)
    })
    whenNotified(() => setHasNotices(true))
  }, [])
  return (
    <>
      {hasEnded && <SessionEndedDialog onStay={() => setHasEnded(false)} />}
      {hasNotices && <Notices />}
    </>
  )
}
