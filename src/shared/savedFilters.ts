import { z } from 'zod'
import { answer, done, endpoint, nothing, requiredLine } from './endpoint.ts'

export const savableLists = ['orders', 'customers', 'products', 'users', 'agents', 'changes'] as const
export type SavableList = (typeof savableLists)[number]

/** Per user, over all lists. */
export const maxSavedFilters = 100

const key = z.object({ list: z.enum(savableLists), name: requiredLine(60) })

const savedFilter = key.extend({
  /** The list's URL query. Named days such as today stay relative. */
  query: z
    .record(
      z.string().regex(/^[a-zA-Z]{1,20}$/),
      z.union([z.string().max(100), z.number().min(-1e9).max(1e9), z.boolean()]),
    )
    .refine((query) => Object.keys(query).length <= 20),
  /** Opens with the list; one per list. */
  isStart: z.boolean(),
})
export type SavedFilter = z.infer<typeof savedFilter>

export const getSavedFilters = endpoint({
  method: 'GET',
  path: '/api/Account/GetSavedFilters',
  summary: "The user's own filters of all lists, by name",
  access: 'signedIn',
  transaction: 'read',
  input: nothing,
  reply: answer(z.array(savedFilter)),
  errors: [],
})

export const saveFilter = endpoint({
  method: 'POST',
  path: '/api/Account/SaveFilter',
  summary: "Keeps a filter of a list under a name; the user's own of that name becomes this one",
  access: 'signedIn',
  transaction: 'write',
  input: savedFilter,
  reply: done,
  errors: [],
})

export const deleteSavedFilter = endpoint({
  method: 'POST',
  path: '/api/Account/DeleteSavedFilter',
  summary: "Deletes a filter of the user's own; no error where there is none of that name",
  access: 'signedIn',
  transaction: 'write',
  input: key,
  reply: done,
  errors: [],
})
