import { expect, test } from 'vitest'
import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import { savePriceRule } from '#shared/pricing/priceRules.ts'
import { indexRules } from '#shared/pricing/pricing.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { priceRules } from './priceRuleTable.ts'
import { openPriceRules } from './tenantRules.ts'

const app = useApp()
const shop = shopPerFile(app)

const buyer = { accountId: null, priceGroup: 'CB', day: '2026-06-01', code: '' }
const priced = (itemCode: string) => ({
  itemCode,
  colorCode: '01',
  brandId: 'b',
  categoryId: 'c',
  piecesPerLot: 1,
})

async function saveRules(...changes: object[]): Promise<void> {
  const plain = { audience: 'everybody', target: 'all', basis: 'none', effect: 'percent', endsOthers: false }
  const tiers = [{ from: 0, percents: [10] }]
  await inShop((tx) =>
    priceRules.write(
      tx,
      changes.map((change) => {
        const rule = savePriceRule.input.parse({ name: 'Kural', tiers, ...plain, ...change })
        return priceRules.columnsOf(newId(), rule, null)
      }),
      new Date(),
    ),
  )
}

const inShop = <T>(work: (tx: Tx) => Promise<T>) => app.database.inTenant(shop.tenantId, 'write', work)

test('a code that opens nothing costs nothing, and all buyers share the rules', async () => {
  await saveRules(
    { name: 'Hepsi' },
    { name: 'CB', audience: 'priceGroup', priceGroup: 'CB', target: 'item', itemCode: 'A1' },
    { name: 'Bahar', code: 'BAHAR26' },
    { name: 'Eski', code: 'ESKI', validFrom: '2020-01-01', validUntil: '2020-02-01' },
    { name: 'Boş', code: '\u2060' },
  )
  const rules = await inShop((tx) => openPriceRules().current(tx))
  const plain = rules.for(buyer)
  for (let at = 0; at < 1000; at += 1) expect(rules.for({ ...buyer, code: `K${at}` })).toBe(plain)
  expect(rules.for({ ...buyer, accountId: newId() })).toBe(plain)
  expect(rules.for({ ...buyer, code: '\u2060' })).toBe(plain)
  expect(plain.isCodeKnown).toBe(false)

  const opened = rules.for({ ...buyer, code: 'bahar26' })
  expect(opened).toBe(rules.for({ ...buyer, code: 'Bahar26' }))
  expect([opened.isCodeKnown, rules.for({ ...buyer, code: 'eski' }).isCodeKnown]).toEqual([true, false])
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).toSorted()
  expect(names(opened.rules())).toEqual(['Bahar', 'CB', 'Hepsi'])
  expect(names(opened.index.of(priced('A1')))).toEqual(['Bahar', 'CB', 'Hepsi'])
  expect(names(plain.index.of(priced('A1')))).toEqual(['CB', 'Hepsi'])
  expect(names(plain.index.of(priced('A2')))).toEqual(['Hepsi'])
  expect(names(rules.for({ ...buyer, priceGroup: 'TF' }).index.of(priced('A1')))).toEqual(['Hepsi'])
  const back = rules.for({ ...buyer, day: '2020-01-15', code: 'eski' })
  expect(names(back.index.of(priced('A2')))).toEqual(['Eski', 'Hepsi'])

  // One rule, however many buyers have it.
  const [shared] = plain.rules().filter(({ name }) => name === 'Hepsi')
  expect(opened.rules()).toContain(shared)
})

test('lists of the rules of products stay within a bound', () => {
  const rule = { id: 'r', name: 'r', audience: 'everybody', target: 'item', itemCode: 'A1' } as const
  const tiers = [{ from: 0, percents: [10] }]
  const rules = indexRules(
    [{ ...rule, basis: 'none', effect: 'percent', tiers, endsOthers: false }],
    new Map(),
  )
  let mostBytes = 0
  for (let brand = 0; brand < 60_000; brand += 1) {
    rules.of({ ...priced('A1'), brandId: `b${brand}` })
    mostBytes = Math.max(mostBytes, rules.keptBytes)
  }
  expect(mostBytes).toBeGreaterThan(3_000_000)
  expect(mostBytes).toBeLessThan(5_000_000)
  expect(rules.keptBytes).toBeLessThan(mostBytes)
})
