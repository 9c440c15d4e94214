import type { LinkProps } from '@tanstack/react-router'

type Filters = {
  from?: string
  to?: string
  customer?: string
  agent?: string
  brand?: string
  transfer?: 'open'
}

/** The orders that figures count: not cancelled. */
export function ordersLink(filters: Filters): LinkProps {
  return { to: '/siparisler/index', search: { state: 'placed', ...filters } as never }
}
