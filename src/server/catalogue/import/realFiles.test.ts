import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { useImportShop } from '#test/importShop.ts'

// Real files, not part of the project; skipped if absent.
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))

const storePhoto = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

describe.skipIf(!existsSync(folder))('real files', () => {
  const shop = useImportShop()

  test('the garment catalogue is imported completely with photos, and a second time changes nothing', async () => {
    const file = `${folder}catalogue/products.csv`
    const options = { photos: `${folder}catalogue/photos`, storePhoto }
    const report = await shop.importFile(file, options)
    expect(report).toMatchObject({
      rows: 996,
      badCount: 0,
      variants: { added: 996 },
      prices: { added: 1992 },
      applied: true,
    })
    expect(report.images.added).toBeGreaterThan(150)
    expect(report.warnings.filter(({ code }) => code.startsWith('photo'))).toEqual([])
    const before = await shop.everything()
    expect(await shop.importFile(file, options)).toMatchObject({ variants: { unchanged: 996 } })
    expect(await shop.everything()).toEqual(before)
  })

  test('the Shopify export is imported completely', async () => {
    const report = await shop.importFile(`${folder}shopify-apparel.csv`)
    expect(report).toMatchObject({
      badCount: 0,
      products: { added: 20 },
      variants: { added: 22 },
      applied: true,
    })
    expect(await shop.variant('classic-varsity-top//Medium')).toMatchObject({
      brand: 'partners-demo',
      category: 'women',
      inventory: 1,
      prices: ['CB 60.00 TRY'],
    })
  })
})
