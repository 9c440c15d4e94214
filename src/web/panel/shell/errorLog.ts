import { create } from 'zustand'
import { PageBoundary } from './PageBoundary.tsx'
import { withoutSecrets } from './withoutSecrets.ts'

/** An error that nothing else has told of. `info`: where in the program it came from, as far as the browser knows. */
export type LoggedError = {
  number: number
  message: string
  /** The page it came from, by its path, or the file. */
  component: string
  /** The address without what stood behind the question mark. */
  url: string
  info: string
}

/** What is kept at most: an error that comes with every frame does not fill the memory. */
const most = 50

export const useErrorLog = create<{ entries: readonly LoggedError[] }>(() => ({ entries: [] }))

/** Adds an error, without what is nobody's affair who is shown it. */
export function logError(error: unknown, component: string, info = ''): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  useErrorLog.setState(({ entries }) => ({
    entries: [
      ...entries.slice(1 - most),
      {
        number: (entries.at(-1)?.number ?? 0) + 1,
        message: withoutSecrets(message),
        component,
        url: location.origin + location.pathname,
        info: withoutSecrets(`${stack}\n${info}`.trim()),
      },
    ],
  }))
}

export function clearErrorLog(): void {
  useErrorLog.setState({ entries: [] })
}

/** From now on everything that nobody catches is logged. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // The browser says so whenever a layout takes two rounds; nothing is wrong.
    if (message.startsWith('ResizeObserver loop')) return
    logError(error ?? message, `${fileName(filename)}:${lineno}:${colno}`)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    logError(reason, 'Promise')
  })
}

/** What React tells of an error that a boundary has caught: of a page it is only that page's. */
export function onCaughtError(error: unknown, { componentStack, errorBoundary }: Caught): void {
  console.error(error, componentStack)
  const page = errorBoundary instanceof PageBoundary ? errorBoundary.props.name : 'panel'
  if (import.meta.env.PROD) logError(error, page, componentStack)
}

/** And of one that has taken everything down. */
export function onUncaughtError(error: unknown, { componentStack }: Caught): void {
  console.error(error, componentStack)
  if (import.meta.env.PROD) logError(error, 'panel', componentStack)
}

type Caught = { componentStack?: string | undefined; errorBoundary?: unknown }

const fileName = (address: string) => address.replace(/[?#].*$/, '').replace(/^.*\//, '')
