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
  /** The colour of buttons and links, where it is not the company's. */
  color?: string | undefined
  children: ReactNode
}

/** What every page stands in: theme, direction, data, notifications, questions. */
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
          <Occasional />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

type Parts = typeof import('./occasional.ts')

/** How long the page is left to itself before what is rarely seen is fetched, in milliseconds. */
const calm = 5000

/**
 * Notices and questions. They are fetched when there is one, and otherwise once the page has come to rest, so that a
 * message about a lost connection need not be fetched over it. Where they cannot be had a notice waits for the
 * connection, and a question is answered with no.
 */
function Occasional() {
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
    const timer = setTimeout(fetchParts, calm)
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
