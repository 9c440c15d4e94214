import { Link, type LinkProps } from '@tanstack/react-router'
import type { Change } from '#shared/changes.ts'
import { type Page, pages } from '#shared/pages.ts'
import { useMayOpen } from '../access.ts'

/** Pages on which something that was changed stands. */
const pageOf: Partial<Record<Change['subject'], Page>> = {
  user: pages.userEdit,
  agent: pages.agentEdit,
  customer: pages.customerEdit,
  order: pages.order,
  settings: pages.settings,
}

function linkTo(subject: Change['subject'], id: string | undefined): LinkProps | undefined {
  if (subject === 'settings') return { to: '/panel/settings' }
  if (!id) return undefined
  if (subject === 'user') return { to: '/user/edit/$id', params: { id } }
  if (subject === 'agent') return { to: '/user/sp-edit/$id', params: { id } }
  if (subject === 'customer') return { to: '/customer/edit/$id', params: { id } }
  if (subject === 'order') return { to: '/siparisler/$orderId', params: { orderId: id } }
  return undefined
}

/** What was changed by the name it had then; leads to its page where the reader may open that. */
export function SubjectName({ of: { subject, subjectId, subjectName } }: { of: Change }) {
  // What has no page is open to nobody, and has no link either.
  const mayOpen = useMayOpen(pageOf[subject] ?? pages.changes)
  const link = mayOpen ? linkTo(subject, subjectId) : undefined
  return link ? (
    <Link {...link}>
      <bdi>{subjectName}</bdi>
    </Link>
  ) : (
    <bdi>{subjectName}</bdi>
  )
}
