import { z } from 'zod'
import { endpoint, id, optionalId, page, paging } from '#shared/endpoint.ts'
import { changeColumns } from '#shared/exports/exportColumns.ts'
import { exportOf } from '#shared/exports/exports.ts'
import { changeActions, changeSubjects } from './changeKinds.ts'

const fields = z.record(z.string(), z.unknown())

const change = z.object({
  id,
  at: z.string(),
  /** Absent for the operator's commands. */
  userId: id.optional(),
  userName: z.string(),
  address: z.string(),
  subject: z.enum(changeSubjects),
  subjectId: id.optional(),
  subjectName: z.string(),
  action: z.enum(changeActions),
  /** Only the fields that differ; absent where there was nothing before, or nothing is left. */
  before: fields.optional(),
  after: fields.optional(),
  /** Undoing this change set undoes the change and others made with it; absent if nothing can. */
  changeSetId: id.optional(),
  /** The caller can undo this change of a record by itself. */
  canUndo: z.literal(true).optional(),
})
export type Change = z.infer<typeof change>

/** How many changes a list reaches back; older ones are found by a narrower filter, such as dates. */
export const mostChanges = 10_000

/** Counts up to {@link mostChanges}: `total` is that if more match, and pages past it are empty. */
export const getChanges = endpoint({
  call: 'POST /api/Account/GetChanges',
  summary: 'Who changed what and when, newest first; limited to 10,000 matches, as is total',
  access: { pages: ['changes'] },
  transaction: 'read',
  input: z.object({
    ...paging,
    subject: z.enum(changeSubjects).optional(),
    subjectId: optionalId,
    action: z.enum(changeActions).optional(),
    userId: optionalId,
    /** Part of the name of the changed record, or of the person who changed it. */
    search: z.string().trim().max(100).optional(),
    /** First instant and the one after the last: [dateFrom, dateTo). */
    dateFrom: z.iso.datetime().optional(),
    dateTo: z.iso.datetime().optional(),
  }),
  reply: page(change),
})

export const exportChanges = exportOf(getChanges, 'POST /api/Account/ExportChanges', changeColumns)
