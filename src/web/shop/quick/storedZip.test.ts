import readWorkbook from 'read-excel-file/web-worker'
import { expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { storedZip } from './storedZip.ts'

test('a workbook is the same once it is unpacked, however large', async () => {
  const rows = Array.from({ length: 6000 }, (_, row) => [
    { value: `Ürün ${row}` },
    { value: `869${String(row).padStart(10, '0')}` },
    { value: row },
  ])
  const packed = await writeWorkbook(rows, {}).toBuffer()
  const unpacked = await storedZip(new Uint8Array(packed))
  expect(unpacked.byteLength).toBeGreaterThan(packed.length)
  await expect(storedZip(new Uint8Array(packed), { most: packed.length })).rejects.toThrow('too much')
  const [sheet] = await readWorkbook(unpacked)
  expect(sheet?.data).toHaveLength(6000)
  expect(sheet?.data[5999]).toEqual(['Ürün 5999', '8690000005999', 5999])
})

test('what is no archive is refused', async () => {
  await expect(storedZip(new TextEncoder().encode('a;b\n1;2'))).rejects.toThrow()
})
