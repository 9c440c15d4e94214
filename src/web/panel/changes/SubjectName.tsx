import { Link, type LinkProps } from '@tanstack/react-router'
import type { Change } from '#shared/changes.ts'
import { type Page, pages } from '#shared/pages.ts'
import { useMayOpen } from '../access.ts'

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

/** The subject's name at that time, linked if the user may open its page. */
export function SubjectName({ change: { subject, subjectId, subjectName } }: { change: Change }) {
  // Subjects without a page get no link below, so any page will do.
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
