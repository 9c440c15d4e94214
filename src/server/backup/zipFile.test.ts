import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { StartupProblem } from '#server/process/startup.ts'
import { testFolder } from '#test/folder.ts'
import { Damaged } from './damage.ts'
import { readWhole } from './store.ts'
import { readZip, writeZip } from './zipFile.ts'

let path: string

beforeEach(async () => {
  path = join(await testFolder(), 'kept.zip')
})

const content = Buffer.from('what was kept'.repeat(100))

async function written(change: (bytes: Buffer) => Buffer | void = () => {}): Promise<void> {
  const zip = await writeZip(path)
  await zip.put('backups/one', content, '')
  await zip.put('backups/two', content, '')
  await zip.finish()
  const bytes = await readFile(path)
  await writeFile(path, change(bytes) ?? bytes)
}

async function archived(add: (zip: ZipFile) => void): Promise<void> {
  const zip = new ZipFile()
  add(zip)
  zip.end()
  await writeFile(path, await buffer(zip.outputStream))
}

/** Where the n-th entry stands in the list at the end. */
function listed(bytes: Buffer, n: number): number {
  let at = -1
  for (let count = 0; count <= n; count += 1) at = bytes.indexOf('PK\x01\x02', at + 1, 'latin1')
  return at
}

async function refusal(): Promise<string> {
  const refused = await readZip(path).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartupProblem)
  return (refused as Error).message
}

test('an archive is read as it was written', async () => {
  await written()
  await using zip = await readZip(path)
  expect(await readWhole(zip, 'backups/two', content.length)).toEqual(content)
  expect(await zip.get('backups/three')).toBeUndefined()
  await expect(readWhole(zip, 'backups/two', content.length - 1)).rejects.toThrow(Damaged)
})

test('one that was cut anywhere is refused in a sentence', async () => {
  await written()
  const bytes = await readFile(path)
  for (const length of [0, 1, 21, 22, 100, bytes.length >> 1, bytes.length - 22, bytes.length - 1]) {
    await writeFile(path, bytes.subarray(0, length))
    expect(await refusal()).toContain('is not a complete backup')
  }
  // Without its middle.
  await writeFile(path, Buffer.concat([bytes.subarray(0, 500), bytes.subarray(1500)]))
  expect(await refusal()).toContain('is not a complete backup')
})

test('an entry that is not where the list says is damage', async () => {
  await written((bytes) => void bytes.write('XX', 0))
  await using zip = await readZip(path)
  await expect(readWhole(zip, 'backups/one', 1e6)).rejects.toThrow(Damaged)
})

test('entries that are compressed are refused, however small they say they are', async () => {
  await archived((zip) => zip.addBuffer(Buffer.alloc(1e6), 'backups/one'))
  expect(await refusal()).toContain('backups/one is compressed in it')
})

test('entries by the same name are refused', async () => {
  await archived((zip) => {
    zip.addBuffer(content, 'backups/one', { compress: false })
    zip.addBuffer(content, 'backups/one', { compress: false })
  })
  expect(await refusal()).toContain('backups/one is in it twice')
})

test('entries that share their bytes are refused', async () => {
  await written((bytes) => {
    const [first, second] = [listed(bytes, 0), listed(bytes, 1)]
    // Both have all of the file.
    for (const at of [first, second])
      for (const field of [20, 24]) bytes.writeUInt32LE(bytes.length, at + field)
  })
  expect(await refusal()).toContain('larger than the file')
})

test('paths that lead outside are refused', async () => {
  await written((bytes) => {
    for (let at = bytes.indexOf('backups/one'); at >= 0; at = bytes.indexOf('backups/one', at))
      bytes.write('../ckups/on', at)
  })
  expect(await refusal()).toContain('is not a complete backup')
})

test('names without end, and more entries than a backup has, are refused', async () => {
  await archived((zip) => zip.addBuffer(content, 'x'.repeat(300), { compress: false }))
  expect(await refusal()).toContain('a name in it is too long')
  // The record of an archive of more than 65,535 entries, alone.
  const end = Buffer.alloc(56 + 20 + 22)
  end.write('PK\x06\x06', 0, 'latin1')
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(5_000_000n, 24)
  end.writeBigUInt64LE(5_000_000n, 32)
  end.write('PK\x06\x07', 56, 'latin1')
  end.write('PK\x05\x06', 76, 'latin1')
  end.fill(0xff, 84, 96)
  await writeFile(path, end)
  expect(await refusal()).toContain('more than 1000000 entries')
})

test('a full disk is said as it is, and leaves nothing', async () => {
  await symlink('/dev/full', `${path}.part`)
  const zip = await writeZip(path)
  await expect(zip.put('backups/one', Buffer.alloc(1e6), '').then(() => zip.finish())).rejects.toThrow(
    'ENOSPC',
  )
  await zip.abandon()
  await expect(readFile(`${path}.part`)).rejects.toThrow('ENOENT')
})
