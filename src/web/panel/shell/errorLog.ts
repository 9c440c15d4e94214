import { create } from 'zustand'
import { PageBoundary } from './PageBoundary.tsx'
import { redactSecrets } from './redactSecrets.ts'

/** `info` is the stack, if known. */
export type LoggedError = {
  number: number
  message: string
  /** The page's path, or the file. */
  component: string
  /** Without the query string. */
  url: string
  info: string
}

/** Bounds memory if an error repeats every frame. */
const maxEntries = 50

export const useErrorLog = create<{ entries: readonly LoggedError[] }>(() => ({ entries: [] }))

/** Secrets are removed from texts. */
export function logError(error: unknown, component: string, info = ''): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  useErrorLog.setState(({ entries }) => ({
    entries: [
      ...entries.slice(1 - maxEntries),
      {
        number: (entries.at(-1)?.number ?? 0) + 1,
        message: redactSecrets(message),
        component,
        url: location.origin + location.pathname,
        info: redactSecrets(`${stack}\n${info}`.trim()),
      },
    ],
  }))
}

export function clearErrorLog(): void {
  useErrorLog.setState({ entries: [] })
}

export function watchErrors(): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // Harmless: layout needed a second pass.
    if (message.startsWith('ResizeObserver loop')) return
    logError(error ?? message, `${fileName(filename)}:${lineno}:${colno}`)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    logError(reason, 'Promise')
  })
}

/** An error that a boundary caught. */
export function onCaughtError(error: unknown, { componentStack, errorBoundary }: CaughtErrorInfo): void {
  console.error(error, componentStack)
  const page = errorBoundary instanceof PageBoundary ? errorBoundary.props.name : 'panel'
  if (import.meta.env.PROD) logError(error, page, componentStack)
}

/** An error that unmounted everything. */
export function onUncaughtError(error: unknown, { componentStack }: CaughtErrorInfo): void {
  console.error(error, componentStack)
  if (import.meta.env.PROD) logError(error, 'panel', componentStack)
}

type CaughtErrorInfo = { componentStack?: string | undefined; errorBoundary?: unknown }

const fileName = (address: string) => address.replace(/[?#].*$/, '').replace(/^.*\//, '')
