import { z } from 'zod'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import { ErpError } from '../connector.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

type Call = Pick<OdooCall, 'context' | 'signal'>

const partnerRows = z.array(z.object({ id: z.int(), active: z.boolean() }))
const idRows = z.array(z.object({ id: z.int() }))
const ids = z.array(z.int()).min(1)

/** Finds the partner by reference (the account code), or creates it if `mayCreate`. */
export async function partnerOf(
  odoo: Odoo,
  { account }: Pick<ErpDocument, 'account'>,
  mayCreate: boolean,
  call: Call,
): Promise<number> {
  const found = await findPartner(odoo, account.code, call)
  if (found !== undefined) return found
  if (!mayCreate) throw new ErpError('rejected', `Odoo has no customer with the reference ${account.code}`)
  try {
    return await createPartner(odoo, account, call)
  } catch (error) {
    // A leftover partner does no harm: safe to retry.
    if (error instanceof ErpError && error.errorClass === 'unknown') {
      throw new ErpError('down', error.message, error.raw)
    }
    throw error
  }
}

async function findPartner(odoo: Odoo, code: string, call: Call): Promise<number | undefined> {
  const domain = [
    ['ref', '=', code],
    ['parent_id', '=', false],
    ['active', 'in', [true, false]],
  ]
  const args = { domain, fields: ['active'], order: 'id' }
  const found = await odoo.call({ ...call, model: 'res.partner', method: 'search_read', args }, partnerRows)
  const [partner, second] = found.filter(({ active }) => active)
  if (second) throw new ErpError('rejected', `Several customers in Odoo have the reference ${code}`)
  if (!partner && found.length > 0) {
    throw new ErpError('rejected', `The customer ${code} is archived in Odoo`)
  }
  return partner?.id
}

async function createPartner(odoo: Odoo, account: ErpParty, call: Call): Promise<number> {
  const countryId = account.country === '' ? undefined : await findCountry(odoo, account.country, call)
  const values = {
    ref: account.code,
    name: account.description || account.code,
    is_company: true,
    email: account.email || false,
    phone: account.phone || false,
    street: account.address || false,
    city: account.city || false,
    ...(countryId === undefined ? {} : { country_id: countryId }),
  }
  const create = async (more: object) => {
    const args = { vals_list: [{ ...values, ...more }] }
    const [id] = await odoo.call({ ...call, model: 'res.partner', method: 'create', args, writes: true }, ids)
    return id ?? 0
  }
  if (account.taxNumber === '') return await create({})
  try {
    return await create({ vat: account.taxNumber })
  } catch (error) {
    // An invalid tax number must not block the customer.
    if (!(error instanceof ErpError) || error.errorClass !== 'rejected') throw error
    return await create({ comment: [account.taxNumber, account.taxOffice].join(' ').trim() })
  }
}

async function findCountry(odoo: Odoo, country: string, call: Call): Promise<number | undefined> {
  const domain = ['|', ['code', '=', country.toUpperCase()], ['name', '=ilike', country]]
  const args = { domain, fields: ['code'], limit: 1, order: 'id' }
  const rows = await odoo.call({ ...call, model: 'res.country', method: 'search_read', args }, idRows)
  return rows[0]?.id
}

/** The delivery address with the branch code as reference, if any. */
export async function branchOf(
  odoo: Odoo,
  partnerId: number,
  branch: ErpDocument['branch'],
  call: Call,
): Promise<number | undefined> {
  if (!branch) return undefined
  const domain = [
    ['parent_id', '=', partnerId],
    ['ref', '=', branch.code],
  ]
  const args = { domain, fields: ['id'], limit: 1, order: 'id' }
  const rows = await odoo.call({ ...call, model: 'res.partner', method: 'search_read', args }, idRows)
  return rows[0]?.id
}
