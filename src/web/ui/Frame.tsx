import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { direction } from '#web/i18n.ts'
import { whenNotified } from '#web/notify.ts'
import './styles.ts'
import { type Asked, whenAsked } from './confirm.ts'
import { askWhenSessionEnds } from './sessionEnded.ts'
import { cssVariables, theme } from './theme.ts'

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
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/** What every page stands in: theme, direction, data, notifications, questions. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="light">
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
  const [hasNotices, setHasNotices] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    whenAsked(setAsked)
    askWhenSessionEnds()
    whenNotified(() => setHasNotices(true))
  }, [])
  return (
    <>
      {hasNotices && <Notices />}
      {asked && <ConfirmDialog key={asked.number} asked={asked} onClosed={() => setAsked(undefined)} />}
    </>
  )
}
