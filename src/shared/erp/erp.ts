import { z } from 'zod'
import { answer, endpoint, id, line, page, paging, requiredLine } from '#shared/endpoint.ts'
import { waitReasons } from '#shared/orders/orderRules.ts'

/** `agent`: an ERP that polls us from its own network. */
export const erpKinds = ['http', 'tryton', 'agent', 'files', 'nebim', 'odoo'] as const
export type ErpKind = (typeof erpKinds)[number]

export const transferStates = ['pending', 'sending', 'sent', 'held', 'dead'] as const

/** A state, or `waiting` (not arrived), `uncertain` (sent, outcome unknown), `sentLately` (last 24 hours). */
export const transferFilters = [...transferStates, 'waiting', 'uncertain', 'sentLately'] as const
export type TransferFilter = (typeof transferFilters)[number]

/** See the server's connector.ts. */
export const erpErrorClasses = ['down', 'auth', 'rejected', 'unknown'] as const
const errorClass = z.enum(erpErrorClasses)

const access = { pages: ['erp'] } as const

const state = z.object({
  /** `idle`: nothing was ever sent. */
  condition: z.enum(['idle', 'up', 'down', 'auth', 'unknown']),
  failingSince: z.string().optional(),
  /** Absent if only a person can help. */
  nextTryAt: z.string().optional(),
  error: z.string(),
  lastSuccessAt: z.string().optional(),
  waiting: z.int(),
  /** When the longest-waiting order was requested. */
  oldestAt: z.string().optional(),
  /** Sent, outcome unknown. */
  uncertain: z.int(),
  dead: z.int(),
  held: z.int(),
  /** In the last 24 hours. */
  sent: z.int(),
  /** When an agent last polled. */
  agentSeenAt: z.string().optional(),
  /** Top ten, with counts. */
  refusals: z.array(z.object({ error: z.string(), count: z.int() })),
})
export type ErpState = z.infer<typeof state>

const settings = z.record(z.string().max(50), z.unknown())
const link = z.object({
  kind: z.enum(erpKinds),
  settings,
  /** The secret itself is never shown. */
  hasSecret: z.boolean(),
  isAutomatic: z.boolean(),
  isPaused: z.boolean(),
  version: z.int(),
})
export type ErpLinkShown = z.infer<typeof link>

export const getErpLink = endpoint({
  call: 'GET /api/Erp/GetLink',
  summary: 'The ERP connection, without its password, and its state. No `link` if there is none yet',
  access,
  reply: answer(z.object({ link: link.optional(), state })),
})

const given = z.object({
  kind: z.enum(erpKinds),
  settings,
  /** Default: the stored one. Required if kind or address changes. */
  secret: z.string().min(1).max(10_000).optional(),
  isAutomatic: z.boolean(),
  /** Absent for the first. */
  version: z.int().min(1).optional(),
})
export type SentErpLink = z.output<typeof given>

export const saveErpLink = endpoint({
  call: 'POST /api/Erp/SaveLink',
  summary: 'Saves the ERP connection and tries waiting orders at once',
  access,
  input: given,
  reply: answer(z.object({ version: z.int() })),
  errors: ['record.changed', 'erp.secretRequired'],
})

export const testErpLink = endpoint({
  call: 'POST /api/Erp/TestLink',
  summary: 'Signs in to the ERP with the given settings, without saving them, and returns what answered',
  access,
  transaction: 'own',
  input: given.omit({ version: true, isAutomatic: true }),
  reply: answer(
    z.object({
      isUp: z.boolean(),
      /** The ERP's name, or the error. */
      said: z.string(),
      errorClass: errorClass.optional(),
    }),
  ),
  errors: ['erp.secretRequired'],
  perMinute: { address: 10 },
})

export const previewErpMapping = endpoint({
  call: 'POST /api/Erp/PreviewMapping',
  summary:
    'Previews the newest order for the ERP with unsaved, possibly incomplete settings: a file’s headings and first rows, or each field with its value. No `orderNumber` without orders',
  access,
  transaction: 'read',
  input: z.object({ kind: z.enum(erpKinds), settings }),
  reply: answer(
    z.object({
      orderNumber: z.string().optional(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    }),
  ),
})

export const pauseErp = endpoint({
  call: 'POST /api/Erp/Pause',
  summary: 'Pauses or resumes sending to the ERP. Requests in progress are finished',
  access,
  input: z.object({ isPaused: z.boolean() }),
  errors: ['notFound'],
})

export const tryErpNow = endpoint({
  call: 'POST /api/Erp/TryNow',
  summary: 'Processes the ERP queue now instead of at its next time',
  access,
  errors: ['notFound'],
})

const transfer = z.object({
  orderId: id,
  orderNumber: z.string(),
  customer: z.string(),
  state: z.enum(transferStates),
  heldBecause: z.enum(['', 'cancelled', 'office']),
  requestedAt: z.string(),
  attempts: z.int(),
  mayExist: z.boolean(),
  /** Absent if it can be sent. */
  waitsFor: z.enum(waitReasons).optional(),
  errorClass: z.enum(['', ...erpErrorClasses]),
  error: z.string(),
  erpNumber: z.string(),
  /** What the ERP reported as created, until marked gone. */
  made: z.string().optional(),
  settledAt: z.string().optional(),
})
export type Transfer = z.infer<typeof transfer>

export const getTransfers = endpoint({
  call: 'POST /api/Erp/GetTransfers',
  summary: 'Orders on their way to the ERP, newest first; with a filter for waiting ones, oldest first',
  access,
  transaction: 'read',
  input: z.object({
    ...paging,
    state: z.enum(transferFilters).optional(),
    errorClass: errorClass.optional(),
    text: line(100).optional(),
  }),
  reply: page(transfer),
})

const attempt = z.object({
  attempt: z.int(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  orderVersion: z.int(),
  /** '' while running, or if the process died. */
  outcome: z.enum(['', 'sent', 'found', ...erpErrorClasses]),
  error: z.string(),
  /** The ERP's exact words. */
  raw: z.string(),
  erpNumber: z.string(),
})
export type TransferAttempt = z.infer<typeof attempt>

export const getOrderTransfer = endpoint({
  call: 'GET /api/Erp/GetOrderTransfer',
  summary:
    "An order's transfer to the ERP: its state and attempts, newest first. No `transfer` if it was never queued",
  access: { pages: ['erp', 'orderEdit'] },
  input: z.object({ id }),
  reply: answer(z.object({ transfer: transfer.optional(), attempts: z.array(attempt) })),
  errors: ['notFound'],
})

const ids = z.array(id).min(1).max(200)

export const retryTransfers = endpoint({
  call: 'POST /api/Erp/Retry',
  summary: 'Sends refused or held orders again, by ids or all with one error; answers their number',
  access,
  input: z.union([z.object({ ids }), z.object({ error: z.string().max(1000) })]),
  reply: answer(z.object({ queued: z.int() })),
  errors: ['erp.notLinked'],
})

export const holdTransfers = endpoint({
  call: 'POST /api/Erp/Hold',
  summary: 'Holds waiting or refused orders; answers their number',
  access,
  input: z.object({ ids }),
  reply: answer(z.object({ held: z.int() })),
})

export const markEntered = endpoint({
  call: 'POST /api/Erp/MarkEntered',
  summary:
    'Marks an order as entered in the ERP by hand, with its number there; it then counts as transferred',
  access,
  input: z.object({ id, erpNumber: requiredLine(50) }),
  errors: ['notFound', 'record.changed', 'order.transferred', 'order.cancelled', 'order.transferring'],
})

export const markGone = endpoint({
  call: 'POST /api/Erp/MarkGone',
  summary:
    'Confirms that an order which the ERP created but does not show is gone. It is then held and can be sent again, changed or cancelled',
  access,
  input: z.object({ id }),
  errors: ['notFound', 'order.transferred', 'order.transferring'],
})

/** Texts: `panel.erp.refused.*`. */
const refusedReasons = [
  'unknownProduct',
  'unknownCustomer',
  'unknownPriceGroup',
  'codeTooLong',
  'nameMissing',
  'currencyUnknown',
  'numberOutOfRange',
  'dateUnknown',
  'twice',
] as const
export type RefusedReason = (typeof refusedReasons)[number]

/** In the order of fetching: later kinds refer to earlier ones. */
export const syncKinds = ['customers', 'products', 'prices', 'stock', 'balances'] as const
export type SyncKind = (typeof syncKinds)[number]

const syncRun = z.object({
  id,
  what: z.enum(syncKinds),
  isFull: z.boolean(),
  startedAt: z.string(),
  /** Absent while running, or if the process died. */
  endedAt: z.string().optional(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first problems. */
  problems: z.array(z.object({ name: z.string(), reason: z.enum(refusedReasons) })),
  errorClass: z.enum(['', ...erpErrorClasses]),
  error: z.string(),
})
export type SyncRunShown = z.infer<typeof syncRun>

export const getErpSyncs = endpoint({
  call: 'GET /api/Erp/GetSyncs',
  summary: 'What is fetched from the ERP and when next, and the last 50 runs, newest first',
  access,
  reply: answer(
    z.object({
      syncs: z.array(
        z.object({
          what: z.enum(syncKinds),
          isRunning: z.boolean(),
          fullAt: z.string().optional(),
          nextAt: z.string().optional(),
        }),
      ),
      runs: z.array(syncRun),
    }),
  ),
})

export const startErpSync = endpoint({
  call: 'POST /api/Erp/StartSync',
  summary:
    'Fetches one kind of data from the ERP soon: everything with `isFull`, otherwise changes since the last time',
  access,
  input: z.object({ what: z.enum(syncKinds), isFull: z.boolean().default(false) }),
  errors: ['notFound'],
})

export const syncCustomersWithErp = endpoint({
  call: 'POST /api/Account/SyncCustomersWithErp',
  summary: 'Fetches changed customers from the ERP and answers when done',
  access: { pages: ['customers'] },
  transaction: 'own',
  reply: z.object({ added: z.int(), updated: z.int(), unchanged: z.int() }),
  errors: ['erp.notLinked', 'erp.failed'],
  perMinute: { address: 6 },
})

const finding = z.object({
  what: z.enum(['missing', 'different', 'unexpected', 'unknown']),
  /** Empty if the order is not here. Then its number is empty too, and the currency if the ERP does not tell it. */
  orderId: z.string(),
  orderNumber: z.string(),
  erpNumber: z.string(),
  /** Minor units; absent if that side has none. */
  oursMinor: z.int().optional(),
  erpMinor: z.int().optional(),
  currencyCode: z.string(),
  /** The amounts are those of VAT, and differ only there. */
  isTax: z.literal(true).optional(),
})

const reconciliation = z.object({
  id,
  since: z.string(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  checked: z.int(),
  missing: z.int(),
  different: z.int(),
  unexpected: z.int(),
  unknown: z.int(),
  findings: z.array(finding),
  error: z.string(),
})
export type ReconciliationShown = z.infer<typeof reconciliation>

export const getReconciliations = endpoint({
  call: 'GET /api/Erp/GetReconciliations',
  summary:
    'The last 14 reconciliations of orders with the ERP (nightly and on request, over 14 days), newest first, and the time of the next',
  access,
  reply: answer(
    z.object({
      runs: z.array(reconciliation),
      /** Starts once the ERP answers. */
      isDue: z.boolean(),
      /** The next scheduled one. */
      nextAt: z.string().optional(),
    }),
  ),
})

export const startReconciliation = endpoint({
  call: 'POST /api/Erp/StartReconciliation',
  summary: 'Reconciles with the ERP at once, or as soon as it answers again',
  access,
  errors: ['notFound'],
})
