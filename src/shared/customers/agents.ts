import { z } from 'zod'
import { answer, endpoint, id, listInput, page, requiredLine, version } from '#shared/endpoint.ts'
import { agentColumns } from '#shared/exports/exportColumns.ts'
import { exportOf } from '#shared/exports/exports.ts'
import { agentFields } from '#shared/records/agentFields.ts'
import { changeShape, newShape, storedShape } from '#shared/records/recordField.ts'

const agent = z.object({
  id,
  ...storedShape(agentFields),
  email: z.string(),
  isDeleted: z.boolean(),
  version,
  /** Not deleted. */
  customers: z.int(),
  users: z.array(z.object({ id, username: z.string() })),
})
export type Agent = z.infer<typeof agent>

export const agentSorts = ['firstLastName', 'salesPersonCode', 'customers'] as const

export const getSalesPersons = endpoint({
  call: 'POST /api/Account/GetSalesPersons',
  summary: 'Sales agents. Deleted ones only on request',
  access: { pages: ['agents'] },
  transaction: 'read',
  input: z.object({
    ...listInput(agentSorts),
    state: z.enum(['active', 'passive', 'deleted']).optional(),
  }),
  reply: page(agent),
})

export const exportSalesPersons = exportOf(
  getSalesPersons,
  'POST /api/Account/ExportSalesPersons',
  agentColumns,
)

export const getSalesPersonById = endpoint({
  call: 'GET /api/Account/GetSalesPersonById',
  summary: 'A sales agent',
  access: { pages: ['agentEdit'] },
  input: z.object({ id }),
  reply: answer(agent),
  errors: ['notFound'],
})

export const addSalesPerson = endpoint({
  call: 'POST /api/Account/AddSalesPerson',
  summary: 'Adds a sales agent',
  access: { pages: ['agentCreate'] },
  input: z.object(newShape(agentFields)),
  sentBack: agent,
  reply: answer(z.object({ id })),
  errors: ['request.invalid', 'user.notYours'],
})

export const updateSalesPerson = endpoint({
  call: 'POST /api/Account/UpdateSalesPerson',
  summary: 'Changes a sales agent; omitted fields stay. The code cannot change',
  access: { pages: ['agentEdit'] },
  input: z
    .object({ id, version: version.optional(), ...changeShape(agentFields) })
    .omit({ salesPersonCode: true }),
  sentBack: agent,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'record.changed', 'user.oneself', 'user.notYours'],
})

export const deleteSalesPerson = endpoint({
  call: 'GET /api/Account/DeleteSalesPerson',
  summary:
    'Deletes a sales agent, signs out their user and leaves their customers without an agent; can be restored',
  access: { pages: ['agentEdit'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound', 'user.oneself'],
})

export const restoreSalesPerson = endpoint({
  call: 'POST /api/Account/RestoreSalesPerson',
  summary: 'Restores a deleted sales agent with their remaining customers',
  access: { pages: ['agentEdit'] },
  input: z.object({ id }),
  errors: ['notFound'],
})

export const handOverCustomers = endpoint({
  call: 'POST /api/Account/HandOverCustomers',
  summary: 'Moves all customers of a sales agent, even a deleted one, to another',
  access: { pages: ['agentEdit'] },
  input: z.object({ id, toSalesPersonCode: requiredLine(30) }),
  reply: answer(z.object({ count: z.int() })),
  errors: ['notFound', 'request.invalid', 'user.oneself'],
})
