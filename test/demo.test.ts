import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#demo/seedDemo.ts'
import { demoTenants } from '#demo/tenants.ts'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { type TextKind, textKinds } from '#shared/textKinds.ts'
import type { TextRow } from '#shared/texts.ts'
import { type Client, dataOf } from './app.ts'
import { useApp } from './useShop.ts'

const app = useApp()

beforeAll(async () => {
  // Making the sizes of pictures would take most of the time.
  const store = async (_tenantId: string, picture: string | Buffer) =>
    createHash('sha256').update(picture).digest('hex')
  await seedDemo(app.connections, app.database, { ...app.photos, store }, () => {})
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
    // Two of the tenants have no price rules.
    const empty = kinds.filter(({ kind, total }) => total === 0 && kind !== 'rule').map(({ kind }) => kind)
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
