import type { ChangeOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { fromMinor } from '#shared/money.ts'
import type { PlaceOrderInput } from '#shared/orders.ts'
import { type PricedLine, type Sums, totalsOf, writtenTotals } from './content.ts'
import type { Parties } from './parties.ts'
import type { StandingLine, StandingOrder } from './standingOrder.ts'

/** Lines that the record of a change names at most. */
const mostLines = 200

type Amended = {
  input: PlaceOrderInput
  order: StandingOrder
  parties: Parties
  priced: PricedLine[]
  /** What people call the lines that are new. */
  names: Map<string, string>
  sums: Sums
}

/** What the change log keeps of an amendment: what differs, and the lines as people see them: A1 01 S: 3 → 5. */
export function changeOf({ input, order, parties, priced, names, sums }: Amended): ChangeOf {
  const held = [...order.lines.values()]
  return {
    subject: 'order',
    subjectId: order.id,
    subjectName: order.number,
    action: 'changed',
    before: {
      agent: order.agent,
      subCurrAcc: order.branch,
      description: order.description,
      qty: order.qty,
      totals: writtenTotals(totalsOf(held)),
    },
    after: {
      agent: `${input.salesPersonCode} ${parties.agent}`,
      subCurrAcc: parties.branch,
      description: input.description,
      qty: sums.qty,
      totals: writtenTotals(sums.totals),
      ...changedLines(order.lines, priced, names),
    },
  }
}

const findNames = prepared(`
  select v.id, concat_ws(' ', p.item_code, nullif(p.color_code, ''), v.size || v.lot_code) as name
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[])`)

/** What people call variants: A1 01 S. */
export async function namesOf(tx: Tx, variantIds: string[]): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map()
  const rows = await tx.query<{ id: string; name: string }>(findNames, variantIds)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function changedLines(
  before: Map<string, StandingLine>,
  after: PricedLine[],
  names: Map<string, string>,
): { lines?: string[] } {
  const wanted = new Map(after.map((line) => [line.variantId, line]))
  const kept = [...before.values()].map((line) => ({
    name: line.name,
    was: line,
    is: wanted.get(line.variantId),
  }))
  const added = after
    .filter(({ variantId }) => !before.has(variantId))
    .map((line) => ({ name: names.get(line.variantId) ?? '', was: undefined, is: line }))
  const said = [...kept, ...added].map(inWords).filter((text) => text !== '')
  if (said.length === 0) return {}
  const more = said.length - mostLines
  return { lines: more > 0 ? [...said.slice(0, mostLines), `… (+${more})`] : said }
}

/** '' where nothing of the line has changed. */
function inWords({
  name,
  was,
  is,
}: {
  name: string
  was?: PricedLine | undefined
  is?: PricedLine | undefined
}): string {
  const quantity = was?.qty === is?.qty ? '' : `${was?.qty ?? 0} → ${is?.qty ?? 0}`
  const price = was && is && written(was) !== written(is) ? `${written(was)} → ${written(is)}` : ''
  const parts = [quantity, price].filter((part) => part !== '')
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : ''
}

const written = ({ amountMinor, currencyCode }: PricedLine) =>
  `${fromMinor(amountMinor).toFixed(2)} ${currencyCode}`
