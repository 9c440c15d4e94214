import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demoCatalogue } from '#demo/catalogue.ts'
import { seedDemo } from '#demo/seedDemo.ts'
import { demoTenants } from '#demo/tenants.ts'
import { connected } from '#server/db/connection.ts'
import type { PhotoStore } from '#server/images/photoStore.ts'
import { type TextKind, textKinds } from '#shared/catalogue/textKinds.ts'
import type { TextRow } from '#shared/catalogue/texts.ts'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Client, dataOf } from './app.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { exchange } from './http.ts'
import { useApp } from './useShop.ts'

const app = useApp()

/** All that was made, before tests sign in. */
let content: string[]

beforeAll(async () => {
  await seedDemo(app.connections, app.database, app.photos, () => {})
  content = await contentOf(app)
})

async function adminOf(tenantKey: string): Promise<Client> {
  const visitor = app.at(tenantKey)
  const admin = { username: 'admin', password: demoPassword }
  const { body } = await visitor.post('/api/Account/authenticate', admin)
  return visitor.as({ token: body.token })
}

type Coverage = { languages: Language[]; kinds: { kind: TextKind; total: number; translated: object }[] }
type Texts = { items: TextRow[]; total: number }
type Attributes = { attributes: { names: Record<Language, string>; productCount: number }[] }

/** Brands are names; sizes and lots are codes. */
const kindsOfWords = textKinds.filter((kind) => !['brand', 'lot', 'size'].includes(kind))

/** Letters that only Turkish has, and Latin words in other scripts. */
function isForeign(text: string, kind: TextKind | 'attribute', language: Language): boolean {
  const hasWords = kind === 'attribute' || kindsOfWords.includes(kind)
  const isLatin = !['ru', 'ar'].includes(language)
  return /[ışğİŞĞ]/.test(text) || (hasWords && !isLatin && /\p{Script=Latin}{2}/u.test(text))
}

describe.each(demoTenants)('the demo tenant $key', ({ key, languages: spoken }) => {
  const others = spoken.filter((language) => language !== 'tr')

  test('has its whole catalogue in all its languages', async () => {
    const admin = await adminOf(key)
    const { languages, kinds }: Coverage = await dataOf(admin.get('/api/Shop/GetTextCoverage'))
    expect(languages.toSorted()).toEqual(others.toSorted())
    const complete = kinds.map(({ kind, total }) => ({
      kind,
      translated: Object.fromEntries(others.map((language) => [language, total])),
    }))
    expect(kinds).toMatchObject(complete)
    // Two of the tenants have no price rules, and nothing on top of their home page.
    const empty = kinds
      .filter(({ kind, total }) => total === 0 && kind !== 'rule' && kind !== 'banner')
      .map(({ kind }) => kind)
    expect(kindsOfWords.filter((kind) => empty.includes(kind))).toEqual([])
  })

  test('has no Turkish in its other languages', async () => {
    const admin = await adminOf(key)
    for (const kind of textKinds) {
      const { items, total }: Texts = await dataOf(admin.post('/api/Shop/GetTexts', { kind, limit: 200 }))
      expect(items).toHaveLength(total)
      const foreign = items.flatMap(({ source, texts }) =>
        others
          .map((language) => ({ language, source, text: texts[language] ?? source }))
          .filter(({ language, text }) => isForeign(text, kind, language)),
      )
      expect(foreign).toEqual([])
    }
  })

  test('names the attributes of its products in all its languages', async () => {
    const admin = await adminOf(key)
    const { attributes }: Attributes = await dataOf(admin.get('/api/Shop/GetAttributes'))
    const used = attributes.filter(({ productCount }) => productCount > 0).map(({ names }) => names)
    expect(used).not.toEqual([])
    const isWrong = (name: string, language: Language) =>
      name === '' || (language !== 'tr' && isForeign(name, 'attribute', language))
    const wrong = used.map((names) => spoken.filter((language) => isWrong(names[language], language)))
    expect(wrong.flat()).toEqual([])
  })
})

/** A line for each table and wholesaler: its rows without ids, times and versions. */
async function contentOf({ connections }: Pick<TestDatabase, 'connections'>): Promise<string[]> {
  // Only a superuser sees the rows of all wholesalers.
  await using client = await connected({ ...connections.owner, user: 'postgres' })
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid not in ('uuid'::regtype, 'timestamptz'::regtype)
      and a.attname !~ 'version' and a.attname <> 'password_hash'
      and c.oid in (select attrelid from pg_attribute where attname = 'tenant_id')
      -- Keys of orders are made of the wholesaler's id. The other two tell how often something was done.
      and c.relname not in ('order_keys', 'jobs', 'changes') and c.relname !~ '_versions$'
    group by 1 order by 1`)
  const { rows: tenants } = await client.query<{ id: string; key: string }>('select id, key from tenants')
  const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)`
  const lines: string[] = []
  for (const { name, columns } of tables) {
    for (const { id, key } of tenants) {
      const { rows } = await client.query<{ count: number; digest: string | null }>(
        `select count(*)::int, md5(string_agg(x.row, ',' order by x.row collate "C")) as digest from (
           select regexp_replace(to_jsonb(y)::text, '${uuid}|${time}', '', 'g') as row
           from (select ${columns} from ${name} where tenant_id = $1) y) x`,
        [id],
      )
      lines.push(`${name} ${key} ${rows[0]?.count} ${rows[0]?.digest}`)
    }
  }
  return lines.toSorted()
}

/** Ends like a killed process does: at this line, or at this photo of the catalogue. */
function interrupted(
  { database, connections }: TestDatabase,
  { line = '', photos = Number.POSITIVE_INFINITY }: { line?: string; photos?: number },
): Promise<void> {
  let kept = 0
  const keep: PhotoStore['keep'] = async (...given) => {
    kept += 1
    if (kept > photos) throw new Error('interrupted')
    await app.photos.keep(...given)
  }
  return seedDemo(connections, database, { ...app.photos, keep }, (said) => {
    if (line !== '' && said.includes(line)) throw new Error('interrupted')
  })
}

test('an interrupted making is finished by the next', { timeout: 120_000 }, async () => {
  const other = await testDatabase()
  onTestFinished(other.drop)
  await expect(interrupted(other, { photos: 100 })).rejects.toThrow('interrupted')
  // Between photos and pictures of brands.
  await expect(interrupted(other, { photos: 260 })).rejects.toThrow('interrupted')
  await expect(interrupted(other, { line: '3 of 4' })).rejects.toThrow('interrupted')
  await seedDemo(other.connections, other.database, app.photos, () => {})
  expect(await contentOf(other)).toEqual(content)
})

describe('photos', () => {
  const countPhotos = async (where: string) => {
    await using client = await connected({ ...app.connections.owner, user: 'postgres' })
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from photos f join tenants t on t.id = f.tenant_id where ${where}`,
    )
    return rows[0]?.count
  }

  test('are left to the job that makes their sizes', async () => {
    for (const { key } of demoTenants) {
      const { pictures, brandImages, categoryImages } = demoCatalogue(key)
      const shown = new Set([...pictures, ...brandImages, ...categoryImages].map(({ svg }) => svg))
      expect(await countPhotos(`t.key = '${key}' and f.state = 'waiting'`)).toBe(shown.size)
    }
    await using client = await connected({ ...app.connections.owner, user: 'postgres' })
    const { rows } = await client.query<{ key: string }>(
      `select t.key from jobs j join tenants t on t.id = j.tenant_id where j.kind = 'photos' and j.due_at <= now()`,
    )
    expect(rows.map(({ key }) => key).toSorted()).toEqual(demoTenants.map(({ key }) => key).toSorted())
  })

  test('are there at once for somebody who looks at them', async () => {
    const [row] = demoCatalogue('open').rows
    const [file] = row?.photos?.split('|') ?? []
    const answer = await exchange({
      port: app.port,
      path: `/products/img640/${row?.itemCode}/${row?.colorCode}/${file}`,
      headers: { host: 'open.localhost' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await countPhotos(`f.state = 'ready'`)).toBe(1)
  })
})
