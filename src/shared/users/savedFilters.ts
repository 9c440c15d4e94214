import { z } from 'zod'
import { answer, endpoint, requiredLine } from '#shared/endpoint.ts'

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
  call: 'GET /api/Account/GetSavedFilters',
  summary: "The user's saved filters of all lists, by name",
  access: 'signedIn',
  reply: answer(z.array(savedFilter)),
})

export const saveFilter = endpoint({
  call: 'POST /api/Account/SaveFilter',
  summary: "Saves a list's filter under a name, replacing the user's own filter of that name",
  access: 'signedIn',
  input: savedFilter,
})

export const deleteSavedFilter = endpoint({
  call: 'POST /api/Account/DeleteSavedFilter',
  summary: "Deletes one of the user's filters; no error if it does not exist",
  access: 'signedIn',
  input: key,
})
