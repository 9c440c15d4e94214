import { z } from 'zod'
import { ErpError } from '#server/erp/connector.ts'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import { includeArchived, number, text } from './replies.ts'
import type { CallOptions, Session } from './session.ts'

export type Party = { id: number; addresses: { id: number; name: string }[] }

const partyRows = z.array(
  z.object({
    id: number,
    active: z.boolean(),
    'addresses.': z.array(z.object({ id: number, name: text })),
  }),
)

/** Finds the party by account code, or creates it if `mayCreate`. Safe for concurrent callers. */
export async function partyOf(
  session: Session,
  { account }: ErpDocument,
  mayCreate: boolean,
  options: CallOptions,
): Promise<Party> {
  const found = await findParty(session, account.code, options)
  if (found) return found
  if (!mayCreate) throw new ErpError('rejected', `Tryton has no party with the code ${account.code}`)
  try {
    const values = await partyValues(session, account, options)
    await session.call('model.party.party.create', [[values]], z.array(number), { ...options, writes: true })
  } catch (error) {
    // A leftover party does no harm: safe to retry.
    const created = await findParty(session, account.code, options)
    if (created) return created
    if (error instanceof ErpError && error.errorClass === 'unknown') {
      throw new ErpError('down', error.message, error.raw)
    }
    throw error
  }
  const created = await findParty(session, account.code, options)
  if (!created)
    throw new ErpError('rejected', `Tryton does not show the party ${account.code} that was just created`)
  return created
}

async function findParty(session: Session, code: string, options: CallOptions): Promise<Party | undefined> {
  const fields = ['active', 'addresses.name']
  const domain = [['code', '=', code], includeArchived]
  const params = [domain, 0, 1, null, fields]
  const [party] = await session.call('model.party.party.search_read', params, partyRows, options)
  if (!party) return undefined
  if (!party.active) throw new ErpError('rejected', `The party ${code} is archived in Tryton`)
  return { id: party.id, addresses: party['addresses.'] }
}

/** The address named like the branch code, if any. */
export function branchAddress({ addresses }: Party, branch: ErpDocument['branch']): number | undefined {
  if (!branch) return undefined
  return (
    addresses.find(({ name }) => name === branch.code) ??
    addresses.find(({ id }) => String(id) === branch.code)
  )?.id
}

async function partyValues(session: Session, account: ErpParty, options: CallOptions) {
  const contacts = [
    { type: 'email', value: account.email },
    { type: 'phone', value: account.phone },
  ].filter(({ value }) => value !== '')
  const country = account.country === '' ? undefined : await findCountry(session, account.country, options)
  const street =
    country || account.country === '' ? account.address : `${account.address}\n${account.country}`.trim()
  return {
    code: account.code,
    name: account.description || account.code,
    addresses: [['create', [{ street, city: account.city, ...(country ? { country } : {}) }]]],
    ...(contacts.length > 0 ? { contact_mechanisms: [['create', contacts]] } : {}),
    // No identifier type: Tryton would validate the number and reject the party.
    ...(account.taxNumber ? { identifiers: [['create', [{ code: account.taxNumber }]]] } : {}),
  }
}

/** Tryton may lack the country list; then the country becomes an address line. */
async function findCountry(
  session: Session,
  country: string,
  options: CallOptions,
): Promise<number | undefined> {
  const domain = ['OR', ['code', '=', country.toUpperCase()], ['name', 'ilike', country]]
  const params = [domain, 0, 1, null, ['id']]
  const rows = z.array(z.object({ id: number }))
  return (await session.call('model.country.country.search_read', params, rows, options))[0]?.id
}
