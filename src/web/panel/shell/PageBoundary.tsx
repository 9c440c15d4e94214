import { Component, type ReactNode } from 'react'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { markFailed, refreshPage } from './refreshPage.ts'

type Props = {
  path: string
  /** For the error log. */
  name: string
  children: ReactNode
}

/** Limits an error to its page; retrying restarts that page. */
export class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch() {
    markFailed(this.props.path)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <PageFailure error={error} onRetry={() => refreshPage(this.props.path)} />
  }
}
