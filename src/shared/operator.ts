import { z } from 'zod'
import { answer, endpoint, page, paging, requiredLine } from './endpoint.ts'

/* Calls of the operator, who belongs to no wholesaler. Those with access `operator` carry the token in a header. */

export const operatorTokenHeader = 'x-operator-token'

export const signInOperator = endpoint({
  call: 'POST /api/Operator/SignIn',
  summary: 'Signs an operator in',
  access: 'open',
  transaction: 'own',
  perMinute: { address: 10 },
  input: z.object({ username: requiredLine(50), password: z.string().min(1).max(200) }),
  reply: answer(z.object({ token: z.string(), username: z.string() })),
  errors: ['session.badCredentials', 'session.tooManyTries'],
})

export const signOutOperator = endpoint({
  call: 'POST /api/Operator/SignOut',
  summary: 'Ends the session of an operator',
  access: 'operator',
  transaction: 'own',
})

const disk = z.object({ name: z.string(), freeBytes: z.number(), totalBytes: z.number() })

/** Numbers and names are in `about`, for the text of the kind. */
export const healthProblems = [
  'diskFull',
  'serverGone',
  'databaseFull',
  'backupNone',
  'backupOld',
  'backupFailed',
  'backupPictures',
  'certificateEnds',
  'certificateBad',
  'jobsFail',
  'jobsWait',
] as const
const problem = z.object({ kind: z.enum(healthProblems), about: z.string(), count: z.number().optional() })
export type HealthProblem = z.output<typeof problem>

const overview = z.object({
  problems: z.array(problem),
  tenants: z.int(),
  servers: z.array(
    z.object({ name: z.string(), startedAt: z.string(), seenAt: z.string(), disks: z.array(disk) }),
  ),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.int(),
    maxConnections: z.int(),
    isEmbedded: z.boolean(),
  }),
  backup: z.object({
    isScheduled: z.boolean(),
    /** The last that was read back. */
    last: z
      .object({
        name: z.string(),
        place: z.string(),
        startedAt: z.string(),
        endedAt: z.string(),
        bytes: z.number(),
        pictures: z.int(),
      })
      .nullable(),
    failure: z.object({ at: z.string(), error: z.string() }).nullable(),
  }),
  /** Of the addresses that wholesalers' shops have; at most some hundred are asked. */
  certificates: z.array(z.object({ host: z.string(), endsAt: z.string().nullable(), error: z.string() })),
  jobs: z.array(
    z.object({
      kind: z.string(),
      state: z.enum(['running', 'due', 'failed']),
      count: z.int(),
      ageSeconds: z.int(),
    }),
  ),
})
export type Overview = z.output<typeof overview>

export const getOverview = endpoint({
  call: 'GET /api/Operator/GetOverview',
  summary:
    'How the deployment does: servers, disks, database, backups, certificates, jobs, and what needs care',
  access: 'operator',
  transaction: 'own',
  reply: answer(overview),
})

export const tenantSorts = ['calls', 'lastOrder', 'bytes', 'orders', 'key'] as const

const listedTenant = z.object({
  key: z.string(),
  hosts: z.array(z.string()),
  /** Of the last 24 hours. */
  calls: z.int(),
  recentOrders: z.int(),
  lastOrderAt: z.string().nullable(),
  orders: z.int(),
  products: z.int(),
  variants: z.int(),
  photos: z.int(),
  users: z.int(),
  bytes: z.number(),
  countedAt: z.string().nullable(),
})
export type ListedTenant = z.output<typeof listedTenant>

export const getTenants = endpoint({
  call: 'POST /api/Operator/GetTenants',
  summary: 'The wholesalers with their size, last order and load',
  access: 'operator',
  transaction: 'own',
  input: z.object({
    ...paging,
    sort: z.enum(tenantSorts).default('calls'),
    search: z.string().trim().max(100).optional(),
  }),
  reply: page(listedTenant),
})
