import type { ErpDocument, ErpLine } from '#shared/erp/document.ts'
import { ErpError } from '../connector.ts'

export function linesInOrder({ lines }: Pick<ErpDocument, 'lines'>): ErpLine[] {
  return lines.toSorted((one, other) => one.lineNo - other.lineNo)
}

/** What ERPs have no field for. `isShort`: without the branch's address and the guest's email. */
export function remarksOf(
  { description, branch, agent, guest }: ErpDocument,
  { isShort = false } = {},
): string[] {
  const joinNonEmpty = (parts: (string | undefined)[]) => parts.filter((part) => part).join(' – ')
  const remarks = [
    description,
    joinNonEmpty([branch?.code, branch?.companyName, isShort ? '' : branch?.address]),
    joinNonEmpty([agent.code, agent.name]),
    joinNonEmpty([guest?.name, guest?.phone, isShort ? '' : guest?.email]),
  ]
  return remarks.filter((remark) => remark !== '')
}

/** To cents; rounds half away from zero. */
export function minorOf(amount: number): number {
  // toFixed removes binary noise: 1.005 × 100 is 100.49999999999999.
  const cents = Math.round(Number((Math.abs(amount) * 100).toFixed(4)))
  return amount < 0 && cents > 0 ? -cents : cents
}

/**
 * Throws one error for all products that cannot be sold. `problems`: the codes by what is wrong, as `Odoo does not know
 * the products {codes}`.
 */
export function refuseProducts(problems: Record<string, string[]>, maxListedCodes: number): void {
  const texts = Object.entries(problems).flatMap(([text, codes]) => {
    const rest = codes.length - maxListedCodes
    const listed = codes.slice(0, maxListedCodes).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
    return codes.length > 0 ? [text.replace('{codes}', () => listed)] : []
  })
  if (texts.length === 0) return
  const message = texts.join('; ')
  throw new ErpError('rejected', message.charAt(0).toUpperCase() + message.slice(1))
}

/** In an ERP that accepts a key twice. Throws for several orders, because only a person can decide. */
export function onlyOne<Order>(
  program: string,
  orders: Order[],
  numberOf: (order: Order) => string,
): Order | undefined {
  if (orders.length <= 1) return orders[0]
  const numbers = orders.map(numberOf).join(', ')
  const message = `${program} has this order more than once: ${numbers}. Cancel all but one`
  throw new ErpError('rejected', message, '', true)
}

/** For errors once the ERP has the order: none may claim otherwise. */
export function ofExisting(error: unknown): unknown {
  return ErpError.is(error, 'down', 'auth') ? error.with({ errorClass: 'unknown' }) : error
}

/** For errors after the ERP reported a created document: `unknown`, unless it `isThere`. */
export function ofMade(error: unknown, made: string): unknown {
  if (!(error instanceof ErpError)) return error
  return error.with({ made, ...(error.isThere ? {} : { errorClass: 'unknown' }) })
}

/** For errors of creating what does no harm if it is left over: safe to retry. */
export function ofHarmless(error: unknown): unknown {
  return ErpError.is(error, 'unknown') ? error.with({ errorClass: 'down' }) : error
}
