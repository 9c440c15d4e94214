import { z } from 'zod'
import { answer, endpoint, line } from '#shared/endpoint.ts'

export const noteEmptySearch = endpoint({
  call: 'POST /api/Shop/NoteEmptySearch',
  summary: 'Notes a search that found nothing, for the office',
  access: 'shop',
  perMinute: { address: 20 },
  input: z.object({ text: line(100) }),
})

const emptySearch = z.object({ text: z.string(), times: z.int(), lastAt: z.string() })
export type EmptySearch = z.infer<typeof emptySearch>

export const getEmptySearches = endpoint({
  call: 'GET /api/Shop/GetEmptySearches',
  summary: 'What was searched and not found in the last 90 days, most frequent first',
  access: { pages: ['dictionary'] },
  reply: answer(z.array(emptySearch)),
})

export const forgetEmptySearch = endpoint({
  call: 'POST /api/Shop/ForgetEmptySearch',
  summary: 'Takes a search off the list',
  access: { pages: ['dictionary'] },
  input: z.object({ text: z.string().max(100) }),
})
