import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { dictionaryOf, phrasesOf } from '#server/catalogue/dictionary/dictionary.ts'
import { starterTerms } from '#server/catalogue/dictionary/starterTerms.ts'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { keepAttributes } from '#server/catalogue/office/attributes.ts'
import { brandPictures } from '#server/catalogue/office/saveBrands.ts'
import { categoryPictures } from '#server/catalogue/office/saveCategories.ts'
import { acceptProposals } from '#server/catalogue/texts/proposals.ts'
import { operatorActor } from '#server/changes/record.ts'
import { addAccount, addAgent } from '#server/customers/addAccount.ts'
import type { Connections } from '#server/db/connection.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { noteShownPhotos } from '#server/images/keptPhotos.ts'
import type { PhotoStore } from '#server/images/photoStore.ts'
import { addTenant, markAsDemo } from '#server/tenancy/addTenant.ts'
import { addUser } from '#server/users/addUser.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { demoPassword } from '#shared/demo.ts'
import { demoAttributes } from './attributes.ts'
import { demoCatalogue } from './catalogue.ts'
import { addDemoDealings } from './dealings.ts'
import { placeDemoOrders } from './orders.ts'
import { demoPeople } from './people.ts'
import { addDemoRules } from './priceRules.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'

const dayMs = 86_400_000

/**
 * Uses the product's own functions. Every step is repeatable: the next start finishes an interrupted one.
 * `hasDealings`: with price rules, limits, minimums and orders that wait.
 */
export async function seedDemo(
  connections: Connections,
  database: Database,
  photos: PhotoStore,
  say: (line: string) => void,
  { hasDealings = true } = {},
): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const ids: string[] = []
  // All tenants are first marked as unfinished, so that the next start can tell after any interruption.
  for (const [index, { languages, ...tenant }] of demoTenants.entries()) {
    const taxRates = 'taxRates' in tenant ? [...tenant.taxRates] : []
    ids.push(await addTenant(connections, { ...tenant, languages: [...languages], taxRates }, index, true))
  }
  const unfinished = await database.global<{ id: string }>('select id from tenants where is_being_filled')
  for (const [index, tenant] of demoTenants.entries()) {
    const tenantId = ids[index]
    if (!tenantId || !unfinished.some(({ id }) => id === tenantId)) continue
    say(`Creating demo data (${index + 1} of ${demoTenants.length}: ${tenant.displayName}) …`)
    // The catalogue's stock is as before the orders.
    if (!(await hasOrders(database, tenantId))) {
      await seedCatalogue(database, photos, tenantId, tenant)
      await seedPeople(database, tenantId, tenant, passwordHash)
    }
    await placeDemoOrders(database, tenantId, tenant.key)
    if (hasDealings) {
      const dealer = demoPeople(tenant.key).accounts[0]?.code ?? ''
      await database.inTenant(tenantId, 'write', (tx) => addDemoRules(tx, tenant, dealer))
      await addDemoDealings(database, tenantId, tenant)
    }
    await markAsDemo(connections, tenantId)
  }
  await analyze(connections)
}

const findOrders = prepared('select exists (select from orders where tenant_id = $1) as found')

async function hasOrders(database: Database, tenantId: string): Promise<boolean> {
  const [orders] = await database.inTenant(tenantId, 'read', (tx) => tx.query<{ found: boolean }>(findOrders))
  return orders?.found === true
}

/** Otherwise lists are planned for empty tables until autovacuum comes round. */
async function analyze({ owner }: Connections): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function seedCatalogue(database: Database, photos: PhotoStore, tenantId: string, tenant: DemoTenant) {
  const catalogue = demoCatalogue(tenant.key)
  // Drawing all pictures takes a minute of CPU: that is left to the job that also makes the sizes of uploaded photos.
  const keep = async (picture: Buffer): Promise<string> => {
    const hash = createHash('sha256').update(picture).digest('hex')
    await photos.keep(tenantId, hash, picture)
    return hash
  }
  const folder = await mkdtemp(join(tmpdir(), 'toptan-demo-'))
  try {
    await Promise.all(catalogue.pictures.map(({ file, svg }) => writeFile(join(folder, file), svg)))
    const importRows = async (rows: Record<string, string>[], madeAt: Date) => {
      const storePhoto = async (path: string) => keep(await readFile(path))
      const report = await importCatalogue(
        database,
        tenantId,
        { rows },
        { photos: folder, storePhoto, madeAt },
      )
      if (!report.applied)
        throw new Error(`The demo catalogue was refused: ${JSON.stringify(report.bad.slice(0, 5))}`)
    }
    await importRows(catalogue.rows, new Date(Date.now() - 120 * dayMs))
    await importRows(catalogue.newRows, new Date(Date.now() - 2 * dayMs))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await database.inTenant(tenantId, 'write', (tx) => keepAttributes(tx, demoAttributes(tenant.languages)))
  const now = new Date()
  // The demo has no words that the dictionary lacks.
  const dictionary = dictionaryOf([phrasesOf(starterTerms(), 'tr')], 'tr')
  const others = tenant.languages.filter((language) => language !== 'tr')
  await database.inTenant(tenantId, 'write', (tx) =>
    acceptProposals(tx, { dictionary, languages: others, actor: operatorActor, at: now }),
  )
  for (const { brandName, svg } of catalogue.brandImages) {
    const hash = await keep(Buffer.from(svg))
    await database.inTenant(tenantId, 'write', (tx) => brandPictures.setByName(tx, brandName, hash, now))
  }
  for (const { categoryName, svg } of catalogue.categoryImages) {
    const hash = await keep(Buffer.from(svg))
    await database.inTenant(tenantId, 'write', (tx) =>
      categoryPictures.setByName(tx, categoryName, hash, now),
    )
  }
  await database.inTenant(tenantId, 'write', (tx) => noteShownPhotos(tx, 'waiting', now))
}

async function seedPeople(database: Database, tenantId: string, tenant: DemoTenant, passwordHash: string) {
  const people = demoPeople(tenant.key)
  const now = new Date()
  await database.inTenant(tenantId, 'write', async (tx) => {
    const agentIds: string[] = []
    for (const agent of people.agents) agentIds.push(await addAgent(tx, agent, now))
    const accountIds: string[] = []
    for (const account of people.accounts) accountIds.push(await addAccount(tx, account, now))

    const [firstAgent, firstAccount] = [agentIds[0], accountIds[0]]
    if (!firstAgent || !firstAccount) throw new Error('The demo has no agent or no account')
    const [agentName = '', ...agentSurname] = (people.agents[0]?.name ?? '').split(' ')
    const dealerName = people.accounts[0]?.description ?? ''
    const users = [
      { username: 'admin', ...people.admin, role: 'admin' },
      {
        username: 'agent',
        firstName: agentName,
        lastName: agentSurname.join(' '),
        role: 'sp',
        agentId: firstAgent,
      },
      {
        username: 'dealer',
        firstName: dealerName.slice(0, 50),
        lastName: '',
        role: 'customer',
        accountId: firstAccount,
      },
    ] as const
    for (const { role, ...user } of users)
      await addUser(tx, { ...user, roles: [role], email: `${user.username}@example.com`, passwordHash }, now)
  })
}
