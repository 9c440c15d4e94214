import { z } from 'zod'
import { answer, endpoint, page, paging, requiredLine } from './endpoint.ts'
import { totpWanted } from './users/account.ts'

/* Calls of the operator, who belongs to no wholesaler. Those with access `operator` carry the token in a header. */

export const operatorTokenHeader = 'x-operator-token'

export const signInOperator = endpoint({
  call: 'POST /api/Operator/SignIn',
  summary:
    'Signs an operator in. If the operator has an authenticator, the answer asks for its code and the call is repeated ' +
    'with verificationCode',
  access: 'open',
  transaction: 'own',
  perMinute: { address: 300 },
  input: z.object({
    username: requiredLine(50),
    password: z.string().min(1).max(200),
    verificationCode: z.string().trim().max(40).optional(),
  }),
  reply: answer(z.union([z.object({ token: z.string(), username: z.string() }), totpWanted])),
  errors: ['session.badCredentials', 'session.badCode', 'session.tooManyTries', 'request.tooMany'],
})

export const signOutOperator = endpoint({
  call: 'POST /api/Operator/SignOut',
  summary: 'Ends the session of an operator',
  access: 'operator',
  transaction: 'own',
})

const disk = z.object({ name: z.string(), freeBytes: z.number(), totalBytes: z.number() })

/** The worst first. */
export const healthProblems = [
  'diskFull',
  'serverGone',
  'databaseFull',
  'erpFails',
  'erpFailsMore',
  'ordersWait',
  'mailServerFails',
  'mailsWait',
  'mailsRefused',
  'backupNone',
  'backupOld',
  'backupFailed',
  'backupPictures',
  'certificateEnds',
  'certificateBad',
  'jobsFail',
  'jobsWait',
  'operatorWithoutTotp',
] as const
/** Numbers and names for the text of the kind. `since`: ISO 8601. `reason`: English, as it was reported. */
const problem = z.object({
  kind: z.enum(healthProblems),
  about: z.string(),
  count: z.number().optional(),
  since: z.string().optional(),
  reason: z.string().optional(),
})
export type HealthProblem = z.output<typeof problem>

/** The command to run on the server about a problem, for its text. */
export const commandFor = ({ kind }: Pick<HealthProblem, 'kind'>) =>
  kind === 'operatorWithoutTotp' ? 'npm run operator -- totp USERNAME' : 'npm run jobs'

const overview = z.object({
  problems: z.array(problem),
  tenants: z.int(),
  servers: z.array(
    z.object({ name: z.string(), startedAt: z.string(), seenAt: z.string(), disks: z.array(disk) }),
  ),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    /** Connections of all roles and databases of the server. */
    connections: z.int(),
    /** Without connections that are reserved for administrators. */
    maxConnections: z.int(),
    isEmbedded: z.boolean(),
  }),
  /** Wholesalers whose ERP fails or has orders to come; those that fail first. */
  links: z.array(
    z.object({
      tenant: z.string(),
      host: z.string(),
      failingSince: z.string().nullable(),
      reason: z.string(),
      waiting: z.int(),
      oldestAt: z.string().nullable(),
    }),
  ),
  /** Servers that have mails to send, or fail. `refused`: mails that a working one has not accepted yet. */
  mailServers: z.array(
    z.object({
      host: z.string(),
      failingSince: z.string().nullable(),
      reason: z.string(),
      waiting: z.int(),
      oldestAt: z.string().nullable(),
      refused: z.int(),
      oldestRefusedAt: z.string().nullable(),
      refusedReason: z.string(),
    }),
  ),
  backup: z.object({
    /** Null where none is scheduled. */
    everyHours: z.int().nullable(),
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
  /** Certificates of the addresses of wholesalers' shops; at most some hundred are checked. */
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
    'How the deployment does: servers, disks, database, ERPs, mail, backups, certificates, jobs, and what needs care',
  access: 'operator',
  transaction: 'own',
  reply: answer(overview),
})

export const tenantSorts = ['calls', 'lastOrder', 'bytes', 'orders', 'key'] as const

const listedTenant = z.object({
  key: z.string(),
  hosts: z.array(z.string()),
  /** `calls` and `recentOrders` are those of the last 24 hours. */
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
