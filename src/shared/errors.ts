import type { BrokenLimit } from './pricing/quantities.ts'

/** All expected failures by wire code, with HTTP status. Texts: `error.<code>`. */
export const errorStatus = {
  'request.invalid': 400,
  'order.agentRequired': 400,
  'session.required': 401,
  'session.ended': 401,
  'session.badCredentials': 401,
  'session.badCode': 401,
  'session.codeSpent': 401,
  'session.tooManyTries': 429,
  'session.secondFactorRequired': 403,
  'account.resetLinkSpent': 400,
  'account.wrongPassword': 400,
  'record.changed': 409,
  'change.undone': 409,
  'record.inUse': 409,
  'user.lastAdmin': 409,
  'user.oneself': 409,
  'user.notYours': 403,
  'mail.failed': 503,
  'image.invalid': 400,
  'image.tooLarge': 413,
  'image.tooManyPixels': 400,
  'image.tooMany': 409,
  'image.duplicate': 409,
  'catalogue.empty': 400,
  'catalogue.tooLarge': 400,
  'catalogue.busy': 409,
  'permission.denied': 403,
  notFound: 404,
  'order.priceChanged': 409,
  'order.lotChanged': 409,
  'order.belowMinimum': 409,
  'order.quantityRules': 409,
  'order.overdue': 409,
  'order.inventoryNotSufficient': 409,
  'order.lineUnavailable': 409,
  'priceRule.tooMany': 409,
  'priceRule.belowHalf': 409,
  'order.accountBlocked': 409,
  'order.accountGone': 404,
  'order.agentGone': 404,
  'order.branchGone': 404,
  'order.alreadyPlaced': 409,
  'order.otherDraft': 409,
  'order.tooLarge': 400,
  'order.tooManyLines': 400,
  'order.transferred': 409,
  'order.transferring': 409,
  'order.cancelTooLate': 409,
  'erp.secretRequired': 400,
  'erp.notLinked': 409,
  'erp.failed': 409,
  'erp.wrongToken': 401,
  'order.cancelled': 409,
  'order.held': 409,
  'product.stockMoved': 409,
  'order.oneBrand': 409,
  'order.transferOff': 409,
  'brand.hasProducts': 409,
  'category.notEmpty': 409,
  'category.hasDeleted': 409,
  'category.cycle': 409,
  'category.tooDeep': 409,
  'import.unreadable': 400,
  'import.columns': 400,
  'import.wrongState': 409,
  'import.reading': 429,
  'import.running': 409,
  'import.badRows': 409,
  'import.questions': 409,
  'import.replaced': 409,
  'request.tooLarge': 413,
  'request.tooMany': 429,
  'orderFile.tooMany': 400,
  'orderFile.busy': 409,
  'server.busy': 503,
  'database.absent': 503,
  'storage.full': 503,
  'server.failed': 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** Why lines of an order are refused; each names the lines. */
export const lineErrors = [
  'order.lineUnavailable',
  'order.priceChanged',
  'order.lotChanged',
  'order.belowMinimum',
  'order.inventoryNotSufficient',
] as const satisfies ErrorCode[]

/** Shown at that line. */
export type LineProblem = {
  productId: string
  inventory?: number
  unitPrice?: number
  newUnitPrice?: number | null
  /** That rules made the new price from; absent where it is the list price. */
  newListPrice?: number
  priceCurrencyCode?: string
  newPriceCurrencyCode?: string | null
  /** Current contents. */
  piecesPerLot?: number
  lotDescription?: string
  minQty?: number
}

/** The body of every non-200 answer. */
export type ErrorBody = {
  Message: string
  code: ErrorCode
  requestId: string
  fields?: Record<string, string>
  lines?: LineProblem[]
  /** Minimums, multiples and maximums that the order breaks. */
  unmet?: BrokenLimit[]
  /** Before a retry makes sense. */
  seconds?: number
}

/** Thrown by verbs; becomes an {@link ErrorBody}. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly lines: LineProblem[] | undefined
  readonly brokenLimits: BrokenLimit[] | undefined
  readonly fields: Record<string, string> | undefined

  /** For the error's text. */
  readonly values: Record<string, string | number>
  readonly seconds: number | undefined

  constructor(
    code: ErrorCode,
    detail: {
      lines?: LineProblem[]
      brokenLimits?: BrokenLimit[]
      fields?: Record<string, string>
      values?: Record<string, string | number>
      seconds?: number
    } = {},
  ) {
    super(code)
    this.code = code
    this.lines = detail.lines
    this.brokenLimits = detail.brokenLimits
    this.fields = detail.fields
    this.values = detail.values ?? {}
    this.seconds = detail.seconds
  }
}
