import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { direction } from '#web/i18n.ts'
import { whenNotified } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { settings } from '#web/settings.ts'
import './styles.ts'
import { BrowserColors } from './BrowserColors.ts'
import { colorSchemeManager } from './colorScheme.ts'
import { type Asked, whenAsked } from './confirm.ts'
import { askWhenSessionEnds } from './sessionEnded.ts'
import { cssVariablesOf, themeOf } from './theme.ts'

type Props = {
  /** Overrides the company's colour. */
  color?: string | undefined
  children: ReactNode
}

export function Frame({ color = settings.themeColor, children }: Props) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={themeOf(color)}
        cssVariablesResolver={cssVariablesOf(color)}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <BrowserColors color={color} />
        <QueryClientProvider client={queryClient}>
          {children}
          <LazyParts />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

type Parts = typeof import('./occasional.ts')

const preloadDelayMs = 5000

/**
 * Notices and questions, loaded on first use or preloaded for when the connection is lost. If loading fails,
 * notices wait for the connection and a question gets a no.
 */
function LazyParts() {
  const [parts, setParts] = useState<Parts>()
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    const waitForConnection = () => window.addEventListener('online', fetchParts, { once: true })
    const fetchParts = () => {
      if (navigator.onLine) import('./occasional.ts').then(setParts, waitForConnection)
      else waitForConnection()
    }
    whenAsked((question) => {
      setAsked(question)
      import('./occasional.ts').then(setParts, () => question.answer(false))
    })
    askWhenSessionEnds()
    whenNotified(fetchParts)
    const timer = setTimeout(fetchParts, preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!parts) return null
  return (
    <>
      <parts.Notices />
      {asked && <parts.ConfirmDialog key={asked.number} asked={asked} onClosed={() => setAsked(undefined)} />}
    </>
  )
}
