import type { MessageKey } from '#shared/i18n/keys.ts'
import { type AuthGroup, authGroups, pageIds } from '#shared/pages.ts'

type Area = keyof typeof pageIds
type Action = keyof (typeof pageIds)[Area]

/** Rows and columns of the permission table. */
export const areas = Object.keys(pageIds) as Area[]
export const actions = Object.keys(pageIds.users) as Action[]

/** An office task and its permission bit. */
export type Task = { name: MessageKey; text: MessageKey; groupName: AuthGroup; bit: number }

const { office, catalogue } = authGroups

export const officeTasks: Task[] = [
  { name: 'panel.settings', text: 'panel.user.task.settings', groupName: 'office', bit: office.settings },
  { name: 'panel.changes', text: 'panel.user.task.changes', groupName: 'office', bit: office.changes },
  {
    name: 'panel.user.task.prices.name',
    text: 'panel.user.task.prices',
    groupName: 'office',
    bit: office.prices,
  },
  {
    name: 'panel.heldOrders',
    text: 'panel.user.task.heldOrders',
    groupName: 'office',
    bit: office.heldOrders,
  },
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
