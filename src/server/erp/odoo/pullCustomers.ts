import { z } from 'zod'
import type { ChangesOptions } from '../changesById.ts'
import type { Pulled, PulledCustomer } from '../connector.ts'
import { readChanges } from './changes.ts'
import { reference, text } from './replies.ts'
import { contextOf, type ResolvedSettings } from './resolveSettings.ts'
import type { Odoo } from './rpc.ts'

const partnerRows = z.array(
  z.object({
    id: z.int(),
    ref: text,
    name: text,
    active: z.boolean(),
    email: text,
    phone: text,
    vat: text,
    street: text,
    street2: text,
    city: text,
    country_code: text,
  }),
)
const partnerFields = ['ref', 'name', 'active', 'email', 'phone', 'vat'].concat([
  'street',
  'street2',
  'city',
  'country_code',
])
const branchRows = z.array(
  z.object({ id: z.int(), parent_id: reference, ref: text, name: text, street: text, zip: text, city: text }),
)

/** Top-level partners with a reference, except the companies. Delivery addresses with a reference are branches. */
export async function pullCustomers(
  odoo: Odoo,
  resolved: ResolvedSettings,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledCustomer>> {
  const call = { context: contextOf(resolved), signal }
  const source = {
    model: 'res.partner',
    stamps: [
      { model: 'res.partner', path: '' },
      { model: 'res.partner', path: 'child_ids.' },
    ],
    domain: [
      ['ref', '!=', false],
      ['parent_id', '=', false],
      ['id', 'not in', resolved.ownPartnerIds],
    ],
    fields: partnerFields,
    rows: partnerRows,
  }
  const { rows, ...rest } = await readChanges(odoo, source, cursor, options, call)
  const domain = [
    ['parent_id', 'in', rows.map(({ id }) => id)],
    ['type', '=', 'delivery'],
    ['ref', '!=', false],
  ]
  const fields = ['parent_id', 'ref', 'name', 'street', 'zip', 'city']
  const args = { domain, fields, order: 'id' }
  const branches =
    rows.length === 0
      ? []
      : await odoo.call({ ...call, model: 'res.partner', method: 'search_read', args }, branchRows)
  const byParent = Map.groupBy(branches, ({ parent_id: parent }) => parent?.id)
  return { ...rest, rows: rows.map((row) => customerOf(row, byParent.get(row.id) ?? [])) }
}

const joinNonEmpty = (parts: string[], separator: string) =>
  parts.filter((part) => part !== '').join(separator)

function customerOf(
  row: z.output<typeof partnerRows>[number],
  branches: z.output<typeof branchRows>,
): PulledCustomer {
  return {
    code: row.ref,
    description: row.name,
    email: row.email,
    phone: row.phone,
    taxNumber: row.vat,
    taxOffice: '',
    address: joinNonEmpty([row.street, row.street2], ', '),
    city: row.city,
    country: row.country_code,
    currencyCode: '',
    isBlocked: !row.active,
    branches: branches.map(({ ref, name, street, zip, city }) => ({
      code: ref,
      companyName: name || row.name,
      address: joinNonEmpty([street, joinNonEmpty([zip, city], ' ')], ', '),
    })),
  }
}
