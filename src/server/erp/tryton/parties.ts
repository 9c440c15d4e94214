import { z } from 'zod'
import { ErpError } from '#server/erp/connector.ts'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import { archivedToo, number, text } from './replies.ts'
import type { CallOptions, Session } from './session.ts'

export type Party = { id: number; addresses: { id: number; name: string }[] }

const partyRows = z.array(
  z.object({
    id: number,
    active: z.boolean(),
    'addresses.': z.array(z.object({ id: number, name: text })),
  }),
)

/**
 * The party of a document's account, made where Tryton has none and `mayCreate` says so. Two that make the same one
 * at once get the same.
 */
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
    // A party of ours that is left over does no harm, so nothing here leaves a question open.
    const made = await findParty(session, account.code, options)
    if (made) return made
    if (error instanceof ErpError && error.errorClass === 'unknown') {
      throw new ErpError('down', error.message, error.raw)
    }
    throw error
  }
  const made = await findParty(session, account.code, options)
  if (!made)
    throw new ErpError('rejected', `Tryton does not show the party ${account.code} that was just created`)
  return made
}

async function findParty(session: Session, code: string, options: CallOptions): Promise<Party | undefined> {
  const fields = ['active', 'addresses.name']
  const domain = [['code', '=', code], archivedToo]
  const params = [domain, 0, 1, null, fields]
  const [party] = await session.call('model.party.party.search_read', params, partyRows, options)
  if (!party) return undefined
  if (!party.active) throw new ErpError('rejected', `The party ${code} is archived in Tryton`)
  return { id: party.id, addresses: party['addresses.'] }
}

/** The address of the branch that is delivered to, where the party has one that is called by its code. */
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
    // Without a type, for a number that its country's rules do not know would keep the party out.
    ...(account.taxNumber ? { identifiers: [['create', [{ code: account.taxNumber }]]] } : {}),
  }
}

/** Few Trytons have the list of countries; where it is missing, the country stays a line of the address. */
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
