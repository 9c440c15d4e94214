import type { MessageKey } from '#shared/i18n/keys.ts'
import { type AuthGroup, authGroups, pageIds } from '#shared/pages.ts'

type PageAuth = { pageId: number; isAllow: boolean }
type Auth = { groupName: string; number: number }
type Given = { pageAuths: readonly PageAuth[]; auths: readonly Auth[] }

type Area = keyof typeof pageIds
type Action = keyof (typeof pageIds)[Area]

/** The rows and columns of the table in which pages are given. */
export const areas = Object.keys(pageIds) as Area[]
export const actions = Object.keys(pageIds.users) as Action[]

/** A task of the office and the bit that stands for it. */
export type Task = { name: MessageKey; text: MessageKey; groupName: AuthGroup; bit: number }

const { office, catalogue } = authGroups

/** Every task of the office that can be given. */
export const officeTasks: Task[] = [
  { name: 'panel.settings', text: 'panel.user.task.settings', groupName: 'office', bit: office.settings },
  { name: 'panel.changes', text: 'panel.user.task.changes', groupName: 'office', bit: office.changes },
  {
    name: 'panel.user.task.edit.name',
    text: 'panel.user.task.edit',
    groupName: 'catalogue',
    bit: catalogue.edit,
  },
  {
    name: 'panel.user.task.photos.name',
    text: 'panel.user.task.photos',
    groupName: 'catalogue',
    bit: catalogue.photos,
  },
  {
    name: 'panel.user.task.import.name',
    text: 'panel.user.task.import',
    groupName: 'catalogue',
    bit: catalogue.import,
  },
]

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
