import { z } from 'zod'
import type { Pulled, PulledCustomer } from '#server/erp/connector.ts'
import type { ChangesOptions } from '../changesById.ts'
import { readChanges } from './changes.ts'
import { number, text } from './replies.ts'
import type { ResolvedSettings } from './resolveSettings.ts'
import type { Session } from './session.ts'

const partyRows = z.array(
  z.object({
    id: number,
    code: text,
    name: text,
    active: z.boolean(),
    'addresses.': z.array(
      z.object({
        id: number,
        active: z.boolean(),
        party_name: text,
        name: text,
        street: text,
        postal_code: text,
        city: text,
        'country.': z.object({ code: text }).nullish(),
      }),
    ),
    'contact_mechanisms.': z.array(z.object({ active: z.boolean(), type: text, value: text })),
    'identifiers.': z.array(z.object({ code: text })),
    'tax_identifier.': z.object({ code: text }).nullish(),
  }),
)
const partyFields = ['code', 'name', 'active', 'identifiers.code', 'tax_identifier.code'].concat(
  [
    'addresses.active',
    'addresses.party_name',
    'addresses.name',
    'addresses.street',
    'addresses.postal_code',
    'addresses.city',
  ],
  [
    'addresses.country.code',
    'contact_mechanisms.active',
    'contact_mechanisms.type',
    'contact_mechanisms.value',
  ],
)
type PartyRow = z.output<typeof partyRows>[number]

/** Parties with a code, except company and guests: Tryton does not mark customers. */
export async function pullCustomers(
  session: Session,
  { ownPartyIds }: ResolvedSettings,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledCustomer>> {
  const source = {
    model: 'party.party',
    stamps: [
      { model: 'party.party', path: '' },
      { model: 'party.address', path: 'addresses.' },
      { model: 'party.contact_mechanism', path: 'contact_mechanisms.' },
    ],
    domain: [['id', 'not in', ownPartyIds]],
    fields: partyFields,
    rows: partyRows,
  }
  const { rows, ...rest } = await readChanges(session, source, cursor, options, { signal })
  return { ...rest, rows: rows.filter(({ code }) => code !== '').map(customerOf) }
}

function customerOf(row: PartyRow): PulledCustomer {
  const [main, ...others] = row['addresses.'].filter(({ active }) => active)
  const contact = (...types: string[]) =>
    row['contact_mechanisms.'].find(({ active, type }) => active && types.includes(type))?.value ?? ''
  return {
    code: row.code,
    description: row.name,
    email: contact('email'),
    phone: contact('phone', 'mobile'),
    taxNumber: row['tax_identifier.']?.code ?? row['identifiers.'][0]?.code ?? '',
    taxOffice: '',
    address: main?.street ?? '',
    city: main?.city ?? '',
    country: main?.['country.']?.code ?? '',
    currencyCode: '',
    isBlocked: !row.active,
    branches: others.map(({ id, name, party_name, street, postal_code, city }) => ({
      // Must match {@link branchAddress}.
      code: name || String(id),
      companyName: party_name || row.name,
      address: [street, [postal_code, city].filter((part) => part !== '').join(' ')]
        .filter((part) => part !== '')
        .join(', '),
    })),
  }
}
