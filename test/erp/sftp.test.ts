import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filesConnector, openFiles } from '#server/erp/files/files.ts'
import { openSftp } from '#server/erp/files/sftpStore.ts'
import type { FileStore } from '#server/erp/files/store.ts'
import { allowNetworks } from '#server/erp/outbound.ts'
import { filesSettings } from '#shared/erp/files.ts'
import { documentOf } from './documents.ts'
import { hasSshd, type Line, lineTo, type Sshd, startSshd } from './sshd.ts'

const all = async <Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items ?? []) found.push(item)
  return found
}
const soon = () => AbortSignal.timeout(10_000)
let server: Sshd
let line: Line

describe.skipIf(!hasSshd)('files on a real SFTP server', () => {
  beforeAll(async () => {
    allowNetworks(['127.0.0.1'])
    server = await startSshd()
  })
  afterAll(async () => {
    await server.close()
    allowNetworks([])
  })
  beforeEach(async () => {
    line = await lineTo(server.port)
  })
  afterEach(() => {
    line.close()
    for (const name of readdirSync(server.folder)) rmSync(join(server.folder, name), { recursive: true })
  })

  const settings = (change: object = {}) => {
    const { username, folder, hostKey } = server
    const own = { where: 'sftp', host: '127.0.0.1', port: line.port, username, folder, hostKey }
    return filesSettings.parse({ ...own, ...change })
  }
  const open = (change: object = {}, secret = server.privateKey) =>
    openFiles({ settings: settings(change), secret, tenantId: 't' })
  const inSight = () => readdirSync(server.folder).filter((name) => name !== '.toptan')

  test('an order is handed over whole, once, and known after the ERP has taken it', async () => {
    const connector = open()
    expect(await connector.health(soon())).toContain(`${server.username}@127.0.0.1`)
    const document = documentOf(500, { key: 'k1', orderNumber: '1025' })
    expect(await connector.find('k1', soon())).toBeUndefined()
    const order = await connector.push(document, soon())
    expect(order).toEqual({
      id: 'k1',
      number: '1025-k1.csv',
      totalMinor: document.totalMinor,
      lineCount: 500,
    })
    expect(inSight()).toEqual(['1025-k1.csv'])
    const content = readFileSync(join(server.folder, '1025-k1.csv'), 'utf8')
    expect(content.startsWith('\ufefforderNumber;date;customerCode;')).toBe(true)
    expect(content.split('\r\n')).toHaveLength(502)
    rmSync(join(server.folder, '1025-k1.csv'))
    const other = open()
    expect(await other.find('k1', soon())).toEqual(order)
    expect(await other.push(document, soon())).toEqual(order)
    expect(inSight()).toEqual([])
    const listed = await all(other.list?.(new Date(Date.now() - 60_000), soon()))
    expect(listed).toEqual([{ key: 'k1', ...order }])
    expect(readdirSync(join(server.folder, '.toptan', 'parts'))).toEqual([])
    await Promise.all([connector.close(), other.close()])
  })

  test('a key that lost its lines in a field of one line lets us in all the same', async () => {
    const connector = open({}, server.privateKey.trim().replaceAll('\n', ' '))
    expect(await connector.health(soon())).toContain('sftp://')
    await connector.close()
  })

  test.each(['deaf', 'dumb'] as const)(
    'the last step on a %s line is looked up, and done once',
    async (way) => {
      const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
      const store = openSftp(settings(), server.privateKey)
      const bad: FileStore = {
        ...store,
        rename: async (from, to, signal) => {
          if (to.endsWith('.csv')) {
            line.be(way)
            setTimeout(line.cut, 200)
          }
          return await store.rename(from, to, signal)
        },
      }
      await expect(filesConnector(bad, settings()).push(document, soon())).rejects.toMatchObject({
        errorClass: 'unknown',
      })
      line.be('good')
      const wasDone = way === 'deaf'
      expect(inSight()).toEqual(wasDone ? ['1025-k1.csv'] : [])
      for (const name of inSight()) rmSync(join(server.folder, name))
      const connector = filesConnector(store, settings())
      expect((await connector.find('k1', soon())) !== undefined).toBe(wasDone)
      await connector.push(document, soon())
      expect(inSight()).toEqual(wasDone ? [] : ['1025-k1.csv'])
      await connector.close()
    },
  )

  test('a line that breaks before that, or a server that says nothing, leaves nothing', async () => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    const store = openSftp(settings(), server.privateKey)
    const bad: FileStore = {
      ...store,
      write: async (path, content, signal) => {
        line.be('deaf')
        return await store.write(path, content, signal)
      },
    }
    const short = () => AbortSignal.timeout(500)
    await expect(filesConnector(bad, settings()).push(document, short())).rejects.toMatchObject({
      errorClass: 'down',
    })
    line.be('good')
    expect(inSight()).toEqual([])
    // It signs in anew by itself.
    await filesConnector(store, settings()).push(document, soon())
    expect(inSight()).toEqual(['1025-k1.csv'])
    line.be('dumb')
    await expect(open().health(short())).rejects.toMatchObject({ errorClass: 'down' })
    await store.close()
  })

  test('nothing is signed in to that does not show the key it should', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    for (const [hostKey, said] of [
      ['', 'compare and enter'],
      [other, `not ${other}`],
    ] as const) {
      const refused = open({ hostKey }).health(soon())
      await expect(refused).rejects.toMatchObject({ errorClass: 'auth' })
      await expect(refused).rejects.toThrow(server.hostKey)
      await expect(refused).rejects.toThrow(said)
    }
  })

  test('what is too long to be a marker is not read to its end, and keeps no other order waiting', async () => {
    const connector = open()
    await connector.push(documentOf(1, { key: 'k1', orderNumber: '1025' }), soon())
    const marker = join(server.folder, '.toptan', 'k1.json')
    const written = readFileSync(marker, 'utf8')
    writeFileSync(marker, `${written}${' '.repeat(100_000 - written.length)}`)
    expect(await connector.find('k1', soon())).toMatchObject({ number: '1025-k1.csv' })
    // A file of a terabyte, with nothing in it.
    truncateSync(marker, 2 ** 40)
    const found = connector.find('k1', soon())
    await expect(found).rejects.toMatchObject({ errorClass: 'rejected', isThere: true })
    await expect(found).rejects.toThrow('someone has changed it')
    await connector.push(documentOf(1, { key: 'k2', orderNumber: '1026' }), soon())
    expect(inSight()).toEqual(['1025-k1.csv', '1026-k2.csv'])
    await connector.close()
  })

  test('who is not let in, and what is not there, is told apart', async () => {
    const secrets = ['wrong', 'a\nb', server.privateKey.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA')]
    for (const secret of secrets) {
      const refused = open({}, secret).push(documentOf(1), soon())
      await expect(refused).rejects.toMatchObject({ errorClass: 'auth', raw: '' })
      await expect(refused).rejects.not.toThrow(secret)
    }
    const nowhere = open({ folder: `${server.folder}/nowhere` })
    await expect(nowhere.health(soon())).rejects.toMatchObject({ errorClass: 'down' })
    await expect(nowhere.push(documentOf(1), soon())).rejects.toThrow('nowhere')
    expect(existsSync(join(server.folder, 'nowhere'))).toBe(false)
    await nowhere.close()
    await server.stop()
    await expect(open({ port: server.port }).health(soon())).rejects.toMatchObject({ errorClass: 'down' })
    await server.start()
    allowNetworks([])
    await expect(open().health(soon())).rejects.toThrow('inside the operator’s network'.replace('’', "'"))
    allowNetworks(['127.0.0.1'])
  })

  test.skipIf(process.getuid?.() === 0)(
    'a folder that may not be written into is said to be one',
    async () => {
      mkdirSync(join(server.folder, 'closed'))
      chmodSync(join(server.folder, 'closed'), 0o500)
      const closed = open({ folder: join(server.folder, 'closed') })
      await expect(closed.health(soon())).rejects.toThrow('does not give us access to')
      await closed.close()
    },
  )
})
