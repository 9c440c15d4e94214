import type { NewAccount, NewAgent } from '#server/customers/addAccount.ts'
import type { Currency } from './brands.ts'
import { dealerTables } from './dealers.ts'
import { between, seededRandom } from './random.ts'
import { readTable } from './table.ts'
import type { DemoTenant } from './tenants.ts'

export type DemoPeople = {
  admin: { firstName: string; lastName: string }
  agents: NewAgent[]
  accounts: NewAccount[]
}

const admins: Record<DemoTenant['key'], DemoPeople['admin']> = {
  default: { firstName: 'Ofis', lastName: 'Yönetici' },
  open: { firstName: 'Ofis', lastName: 'Yönetici' },
  'tf-it': { firstName: 'Ufficio', lastName: 'Ordini' },
  'tf-ro': { firstName: 'Birou', lastName: 'Comenzi' },
}

const agentNames: Record<DemoTenant['key'], string[]> = {
  default: ['Selin Aksoylu', 'Murat Tekdemir', 'Elif Karayel', 'Onur Bozdağlı'],
  open: ['Deniz Ulukaya', 'Gökhan Serttaş', 'Nazlı Yeşilova', 'Kerem Altunay'],
  'tf-it': ['Paolo Bertani', 'Ayşe Sönmezler', 'Giulia Morandini', 'Tarık Bayhan'],
  'tf-ro': ['Andrei Vasilcu', 'Zeynep Korkutan', 'Ioana Măgureanu', 'Barış Şentekin'],
}

/** The first agent has a user account. */
const firstAgentAccountCount = 6

/** The first account is that of the user `dealer`. */
export function demoPeople(tenant: DemoTenant['key']): DemoPeople {
  const agents = agentNames[tenant].map((name, index) => ({ code: `ST0${index + 1}`, name }))
  const random = seededRandom(`people ${tenant}`)
  const accounts = readTable(dealerTables[tenant]).map((cells, index) =>
    account(cells, index, tenant, agents, random),
  )
  return { admin: admins[tenant], agents, accounts }
}

function account(
  cells: string[],
  index: number,
  tenant: DemoTenant['key'],
  agents: NewAgent[],
  random: () => number,
): NewAccount {
  const [description = '', mailbox = '', place = '', address = '', terms = '', taxOffice = '', ...rest] =
    cells
  const [city = '', country = ''] = place.split(', ')
  const [currencyCode, priceGroup] = terms.split(' ')
  const agent = index < firstAgentAccountCount ? agents[0] : agents[1 + (index % (agents.length - 1))]
  const code = `120.01.${String(index + 1).padStart(4, '0')}`
  return {
    code,
    description,
    email: `${mailbox}@example.com`,
    phone: phone(country, index),
    taxNumber: taxNumber(country, tenant, index, random),
    taxOffice: taxOffice === '–' ? '' : taxOffice,
    address,
    city,
    country,
    currencyCode: currencyCode as Currency,
    priceGroup: priceGroup as 'CB' | 'TF',
    agentCode: agent?.code ?? '',
    excludedBrands: rest.filter((cell) => cell.startsWith('-')).map((cell) => cell.slice(1)),
    subAccounts: rest
      .filter((cell) => cell.includes(': '))
      .map((cell, branch) => {
        const colon = cell.indexOf(': ')
        return {
          code: `${code}-${branch + 1}`,
          companyName: cell.slice(0, colon),
          address: cell.slice(colon + 2),
        }
      }),
  }
}

const phonePrefixes: Record<string, string> = {
  Türkiye: '+90 212',
  Italia: '+39 02',
  România: '+40 21',
  Rusya: '+7 495',
  Irak: '+964 1',
  BAE: '+971 4',
  Lübnan: '+961 1',
  Moldova: '+373 22',
}

/** None of these countries assigns numbers that begin with 000. */
function phone(country: string, index: number): string {
  const prefix = phonePrefixes[country]
  if (prefix === undefined) throw new Error(`No dialling code for: ${country}`)
  return `${prefix} 000 ${String(10 + Math.floor(index / 10)).padStart(2, '0')} ${String(10 + (index % 10) * 7)}`
}

/** Has the country's usual length; the leading zeros show that it is made up. */
function taxNumber(country: string, tenant: DemoTenant['key'], index: number, random: () => number): string {
  const digits = `${Object.keys(agentNames).indexOf(tenant) + 1}${String(index + 1).padStart(2, '0')}${between(random, 10, 99)}`
  if (country === 'Italia') return `IT000000${digits}`
  if (country === 'România') return `RO000${digits}`
  return `00000${digits}`
}
