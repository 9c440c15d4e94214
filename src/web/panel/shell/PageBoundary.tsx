import { Component, type ReactNode } from 'react'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { noteFailed, refreshPage } from './refreshPage.ts'

type Props = {
  path: string
  /** What the page is called in the error log. */
  name: string
  children: ReactNode
}

/** Where a page fails it alone is gone; trying again begins it anew. */
export class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch() {
    noteFailed(this.props.path)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <PageFailure error={error} onRetry={() => refreshPage(this.props.path)} />
  }
}
