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
import { type PendingQuestion, showQuestionsBy } from './confirm.ts'
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

type Parts = typeof import('./lazyParts.ts')

const preloadDelayMs = 5000

/**
 * Notices and questions, loaded on first use or preloaded for when the connection is lost. If loading fails,
 * notices wait for the connection and a question gets a no.
 */
function LazyParts() {
  const [parts, setParts] = useState<Parts>()
  const [question, setQuestion] = useState<PendingQuestion>()
  useEffect(() => {
    const waitForConnection = () => window.addEventListener('online', fetchParts, { once: true })
    const fetchParts = () => {
      if (navigator.onLine) import('./lazyParts.ts').then(setParts, waitForConnection)
      else waitForConnection()
    }
    showQuestionsBy((next) => {
      setQuestion(next)
      import('./lazyParts.ts').then(setParts, () => next.answer(false))
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
      {question && (
        <parts.ConfirmDialog
          key={question.number}
          question={question}
          onClosed={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}
