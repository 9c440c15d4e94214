import type { Task } from '#shared/users/officeTasks.ts'

type PageAuth = { pageId: number; isAllow: boolean }
type Auth = { groupName: string; number: number }
type Grants = { pageAuths: readonly PageAuth[]; auths: readonly Auth[] }

export function hasPage({ pageAuths }: Pick<Grants, 'pageAuths'>, pageId: number): boolean {
  return pageAuths.some((page) => page.pageId === pageId && page.isAllow)
}

export function hasTask(
  { auths }: Pick<Grants, 'auths'>,
  { groupName, bit }: Pick<Task, 'groupName' | 'bit'>,
): boolean {
  return auths.some((auth) => auth.groupName === groupName && (auth.number & bit) !== 0)
}

/** Grants or revokes a page. Keeps all others, including pages this screen does not know. */
export function withPage(pageAuths: readonly PageAuth[], pageId: number, isAllow: boolean): PageAuth[] {
  const others = pageAuths.filter((page) => page.pageId !== pageId)
  return sortGrants({ pageAuths: isAllow ? [...others, { pageId, isAllow }] : others, auths: [] }).pageAuths
}

export function withTask(
  auths: readonly Auth[],
  { groupName, bit }: Pick<Task, 'groupName' | 'bit'>,
  isGranted: boolean,
): Auth[] {
  const current = auths.find((auth) => auth.groupName === groupName)?.number ?? 0
  const number = isGranted ? current | bit : current & ~bit
  const others = auths.filter((auth) => auth.groupName !== groupName)
  return sortGrants({ pageAuths: [], auths: number === 0 ? others : [...others, { groupName, number }] })
    .auths
}

/** Sorted, so that granting and revoking again does not count as a change. */
export function sortGrants({ pageAuths, auths }: Grants): { pageAuths: PageAuth[]; auths: Auth[] } {
  return {
    pageAuths: pageAuths.toSorted((a, b) => a.pageId - b.pageId),
    auths: auths.toSorted((a, b) => (a.groupName < b.groupName ? -1 : 1)),
  }
}
