import type { Task } from '#shared/officeTasks.ts'

type PageAuth = { pageId: number; isAllow: boolean }
type Auth = { groupName: string; number: number }
type Given = { pageAuths: readonly PageAuth[]; auths: readonly Auth[] }

export function hasPage({ pageAuths }: Pick<Given, 'pageAuths'>, pageId: number): boolean {
  return pageAuths.some((page) => page.pageId === pageId && page.isAllow)
}

export function hasTask(
  { auths }: Pick<Given, 'auths'>,
  { groupName, bit }: Pick<Task, 'groupName' | 'bit'>,
): boolean {
  return auths.some((auth) => auth.groupName === groupName && (auth.number & bit) !== 0)
}

/** The same with a page given, or taken. All others stay, whether this screen knows them or not. */
export function withPage(pageAuths: readonly PageAuth[], pageId: number, isAllow: boolean): PageAuth[] {
  const others = pageAuths.filter((page) => page.pageId !== pageId)
  return inOrder({ pageAuths: isAllow ? [...others, { pageId, isAllow }] : others, auths: [] }).pageAuths
}

/** The same with a task given, or taken. */
export function withTask(
  auths: readonly Auth[],
  { groupName, bit }: Pick<Task, 'groupName' | 'bit'>,
  isGiven: boolean,
): Auth[] {
  const before = auths.find((auth) => auth.groupName === groupName)?.number ?? 0
  const number = isGiven ? before | bit : before & ~bit
  const others = auths.filter((auth) => auth.groupName !== groupName)
  return inOrder({ pageAuths: [], auths: number === 0 ? others : [...others, { groupName, number }] }).auths
}

/** One order, so that what has been given and taken again is no change. */
export function inOrder({ pageAuths, auths }: Given): { pageAuths: PageAuth[]; auths: Auth[] } {
  return {
    pageAuths: pageAuths.toSorted((one, other) => one.pageId - other.pageId),
    auths: auths.toSorted((one, other) => (one.groupName < other.groupName ? -1 : 1)),
  }
}
