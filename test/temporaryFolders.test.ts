import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { importJob } from '#server/catalogue/import/runs/importJob.ts'
import { dropRunFiles } from '#server/catalogue/import/runs/runFiles.ts'
import { removeLeftFolders, temporaryFolder } from '#server/files/temporaryFolder.ts'
import { endpoints } from '#server/http/verbs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { catalogueRows } from './factories.ts'
import { testFolder } from './folder.ts'
import { importClient } from './imports.ts'
import { asJson, form, multipart, part, send } from './send.ts'
import { upload } from './upload.ts'
import { shopPerFile, useApp } from './useShop.ts'

const outside = process.env.TMPDIR
let folder = ''
beforeAll(async () => {
  // For this file alone: what is left in it is ours.
  folder = await mkdtemp(join(tmpdir(), 'toptan-left-'))
  process.env.TMPDIR = folder
})
afterAll(async () => {
  if (outside === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = outside
  await rm(folder, { recursive: true, force: true })
})

const app = useApp()
const shop = shopPerFile(app)
const imports = importClient(app, shop)

const doors = (endpoints as readonly Endpoint[]).flatMap(({ path, file, files }) => {
  const maxBytes = (file ?? files)?.maxBytes
  return maxBytes === undefined ? [] : [{ path, maxBytes }]
})

/** What is still there of it after ten seconds. */
async function leftBy(work: () => Promise<unknown>): Promise<string[]> {
  const left = async () => (await readdir(folder)).filter((name) => join(folder, name) !== app.folder)
  const before = await left()
  await work()
  for (let tries = 0; tries < 100 && (await left()).length > 0; tries += 1) await sleep(100)
  return [...before, ...(await left())]
}

describe.each(doors)('of a file sent to $path nothing stays', ({ path, maxBytes }) => {
  const raw = async (body: Buffer | string, headers: Record<string, string> = multipart) =>
    send(app, shop, path, { headers: { ...headers, ...(await signedIn()) }, body })
  const content = 'itemCode;itemDim1Code;inventory\nA1;S;5\n'
  const half = form(part('file', content.repeat(2000), 'a.csv')).subarray(0, 40_000)

  test.each<[string, () => Promise<unknown>]>([
    ['that is no form', () => raw('{}', asJson)],
    ['that is empty', () => raw(form())],
    ['with fields alone', () => raw(form(part('name', 'x')))],
    ['without its end', () => raw(half)],
    ['of somebody who may not send any', () => upload(shop.dealer, path, Buffer.from(content), 'a.csv')],
    ['of a visitor', () => upload(shop.visitor, path, Buffer.from(content), 'a.csv')],
    ['that is no picture and no table', () => upload(shop.admin, path, Buffer.alloc(5000, 7), 'a.bin')],
    [
      'that says it is a workbook',
      () => upload(shop.admin, path, Buffer.from('PK\u0003\u0004nothing'), 'a.xlsx'),
    ],
    [
      'two at once',
      () => Promise.all([1, 2].map(() => upload(shop.admin, path, Buffer.from(content), 'a.csv'))),
    ],
    [
      'with fields that no room knows',
      () => raw(form(part('nonsense', 'x'), part('file', content, 'a.csv'))),
    ],
    ['twice in one form', () => raw(form(part('file', content, 'a.csv'), part('file', content, 'b.csv')))],
  ])('%s', async (_what, work) => {
    expect(await leftBy(work)).toEqual([])
  })

  test('that is too large', async () => {
    const tooLarge = Buffer.alloc(Math.min(maxBytes + 1, 20_000_000), 65)
    expect(await leftBy(() => upload(shop.admin, path, tooLarge, 'a.csv'))).toEqual([])
  })

  test('whose sender goes away', async () => {
    const goAway = async () => {
      const headers = { host: 'shop.localhost', ...multipart, ...(await signedIn()) }
      // Before the server reads it, and after it has begun.
      for (const delayMs of [0, 0, 5, 20, 100]) {
        const sent = request({ port: app.port, host: '127.0.0.1', path, method: 'POST', headers })
        sent.on('error', () => {})
        await new Promise((resolve) => sent.write(half, resolve))
        await sleep(delayMs)
        sent.destroy()
      }
      // By then the server has begun with each.
      await sleep(300)
    }
    expect(await leftBy(goAway)).toEqual([])
  })
})

describe('of an import nothing stays', () => {
  const heading = 'itemCode;colorCode;itemDim1Code;inventory\n'
  const file = heading + 'A1;01;S;5\n'.repeat(20_000)

  test.each<[string, () => Promise<unknown>]>([
    [
      'whose file is gone',
      async () => {
        const id = await imports.upload(file)
        await dropRunFiles(app.photos.objects, { tenantId: shop.tenantId, runId: id })
        await imports.check(id)
        await shop.admin.post('/api/Shop/RereadImport', { id, encoding: 'utf8', headRow: 0 })
      },
    ],
    [
      'with bad rows',
      async () => {
        const id = await imports.upload(`${heading}A1;01;S;many\n`)
        await imports.check(id)
        await shop.admin.post('/api/Shop/ApplyImport', { id })
      },
    ],
    ['that is applied', async () => imports.apply(await imports.checked(`${heading}A1;01;S;6\n`))],
    [
      'that is discarded while it is read',
      async () => {
        const id = await imports.upload(file)
        const { file: found } = await imports.read(id)
        const targets = found.columns.map(({ target }: { target: string }) => target)
        await shop.admin.post('/api/Shop/CheckImport', { id, targets })
        await shop.admin.post('/api/Shop/DiscardImport', { id })
      },
    ],
    [
      'whose process stops while it is read',
      async () => {
        const id = await imports.upload(file)
        const stopping = new AbortController()
        const work = importJob(app, { progressEveryMs: 10, say: () => {} })
        await shop.update(`change_sets set state = 'checking', attempt = attempt + 1 where id = $2`, id)
        const job = work({ tenantId: shop.tenantId, signal: stopping.signal, attempt: 1 } as never)
        setTimeout(() => stopping.abort(new Error('The server stops.')), 50)
        await job
      },
    ],
    [
      'of the command, with bad rows',
      () => importCatalogue(app.database, shop.tenantId, { rows: [...catalogueRows(), { itemCode: 'X' }] }),
    ],
    [
      'of the command, whose file breaks off',
      async () => {
        const path = join(app.folder, 'a.csv')
        await writeFile(path, `${file}"${'x\n'.repeat(1_000_000)}`)
        await importCatalogue(app.database, shop.tenantId, { file: path }).catch(() => {})
      },
    ],
  ])('%s', async (_what, work) => {
    expect(await leftBy(work)).toEqual([])
  })
})

test('of a file of orders that is taken back nothing stays', async () => {
  const takeBack = async () => {
    const { id } = await shop.place()
    const begun = await shop.admin.post('/api/Shop/StartOrderFile', { kind: 'pdf', ids: [id] })
    await shop.admin.post('/api/Shop/DeleteOrderFile', { id: begun.body.data.id })
  }
  expect(await leftBy(takeBack)).toEqual([])
})

describe('what a killed process left', () => {
  const dayMs = 24 * 60 * 60_000
  const now = new Date()
  const longAgo = new Date(now.getTime() - 2 * dayMs)

  test('is removed after a day, if it is ours and nobody writes to it', async () => {
    const parent = await testFolder()
    const age = (path: string) => utimes(path, longAgo, longAgo)
    const make = async (path: string, withFile = true) => {
      await mkdir(path)
      if (withFile) await writeFile(join(path, 'rows'), 'x')
    }
    const left = [(await temporaryFolder(parent)).path, (await temporaryFolder(parent)).path] as const
    await writeFile(join(left[0], 'rows'), 'x')
    await age(join(left[0], 'rows'))
    const inUse = (await temporaryFolder(parent)).path
    // Writing goes on in it.
    await writeFile(join(inUse, 'rows'), 'x')
    const young = (await temporaryFolder(parent)).path
    const others = ['toptan-0-abc', 'toptan-worker-1', 'work', 'toptan-work-longer-name'].map((name) =>
      join(parent, name),
    )
    for (const path of others) await make(path, false)
    const elsewhere = await testFolder()
    await symlink(elsewhere, join(parent, 'toptan-work-linked'))
    await writeFile(join(parent, 'toptan-work-afiles'), 'x')
    for (const path of [...left, inUse, ...others, elsewhere, join(parent, 'toptan-work-afiles')])
      await age(path)
    const before = await readdir(parent)
    await removeLeftFolders(parent, now)
    const after = await readdir(parent)
    expect(before.filter((name) => !after.includes(name)).toSorted()).toEqual(
      left.map((path) => path.slice(parent.length + 1)).toSorted(),
    )
    expect(after).toContain(young.slice(parent.length + 1))
  })
})

async function signedIn(): Promise<Record<string, string>> {
  const { body } = await shop.signIn('admin')
  return { authorization: `Bearer ${body.token}` }
}
