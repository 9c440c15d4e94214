import type { ChangeOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { fromTicks } from '#shared/numbers/money.ts'
import type { HoldReason } from '#shared/orders/holds.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import { type PricedLine, type Sums, sumsOf } from './content.ts'
import type { LockedLine, LockedOrder } from './lockOrder.ts'
import type { Parties } from './parties.ts'

/** In a change record. */
const maxRecordedLines = 200

type Amended = {
  input: PlaceOrderInput
  order: LockedOrder
  parties: Parties
  priced: PricedLine[]
  /** Readable names of new lines. */
  names: Map<string, string>
  sums: Sums
  hold: HoldReason[]
}

/** The differences, with lines in readable form: A1 01 S: 3 → 5. */
export function changeOf({ input, order, parties, priced, names, sums, hold }: Amended): ChangeOf {
  const currentLines = [...order.lines.values()]
  return {
    subject: 'order',
    subjectId: order.id,
    subjectName: order.number,
    action: 'changed',
    before: {
      agent: order.agent,
      subCurrAcc: order.branch,
      description: order.description,
      customerOrderNumber: order.customerOrderNumber,
      qty: order.qty,
      totals: sumsOf(currentLines, null).texts,
    },
    after: {
      agent: `${input.salesPersonCode} ${parties.agent}`,
      subCurrAcc: parties.branch,
      description: input.description,
      customerOrderNumber: input.customerOrderNumber ?? order.customerOrderNumber,
      qty: sums.qty,
      totals: sums.texts,
      ...changedLines(order.lines, priced, names),
      ...(hold.length > 0 ? { heldFor: hold.map(({ kind }) => kind) } : {}),
    },
  }
}

const findNames = prepared(`
  select v.id, concat_ws(' ', p.item_code, nullif(p.color_code, ''), v.size || v.lot_code) as name
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[])`)

/** For example A1 01 S. */
export async function namesOf(tx: Tx, variantIds: string[]): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map()
  const rows = await tx.query<{ id: string; name: string }>(findNames, variantIds)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function changedLines(
  before: Map<string, LockedLine>,
  after: PricedLine[],
  names: Map<string, string>,
): { lines?: string[] } {
  const afterById = new Map(after.map((line) => [line.variantId, line]))
  const existing = [...before.values()].map((line) => ({
    name: line.name,
    was: line,
    is: afterById.get(line.variantId),
  }))
  const added = after
    .filter(({ variantId }) => !before.has(variantId))
    .map((line) => ({ name: names.get(line.variantId) ?? '', was: undefined, is: line }))
  const texts = [...existing, ...added].map(lineText).filter((text) => text !== '')
  if (texts.length === 0) return {}
  const more = texts.length - maxRecordedLines
  return { lines: more > 0 ? [...texts.slice(0, maxRecordedLines), `… (+${more})`] : texts }
}

/** '' if unchanged. */
function lineText({
  name,
  was,
  is,
}: {
  name: string
  was?: PricedLine | undefined
  is?: PricedLine | undefined
}): string {
  const quantity = was?.qty === is?.qty ? '' : `${was?.qty ?? 0} → ${is?.qty ?? 0}`
  const price = was && is && priceText(was) !== priceText(is) ? `${priceText(was)} → ${priceText(is)}` : ''
  const parts = [quantity, price].filter((part) => part !== '')
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : ''
}

const priceText = ({ ticks, currencyCode }: PricedLine) =>
  `${fromTicks(ticks).toFixed(ticks % 100 === 0 ? 2 : 4)} ${currencyCode}`
