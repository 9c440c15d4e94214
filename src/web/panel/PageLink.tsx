import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Page } from '#shared/pages.ts'
import { useMayOpen } from './access.ts'

type Props = {
  page: Page
  /** Parameters of the page's address. */
  link?: LinkProps | undefined
  className?: string | undefined
  children: ReactNode
}

/** A link to a page; only its text if the user may not open it. */
export function PageLink({ page, link, className, children }: Props) {
  const mayOpen = useMayOpen(page)
  if (!mayOpen) return children
  return (
    <Link to={page.path as '/'} {...link} className={className}>
      {children}
    </Link>
  )
}
