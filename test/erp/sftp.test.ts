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
import { expectFailure, listAll, patient } from './connectors.ts'
import { documentOf } from './documents.ts'
import { hasSshd, proxyTo, type Sshd, type SshProxy, startSshd } from './sshd.ts'

const tenant = { timeZone: 'Europe/Istanbul', mainLanguage: 'tr' } as const
let server: Sshd
let proxy: SshProxy

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
    proxy = await proxyTo(server.port)
  })
  afterEach(() => {
    proxy.close()
    for (const name of readdirSync(server.folder)) rmSync(join(server.folder, name), { recursive: true })
  })

  const settings = (change: object = {}) => {
    const { username, folder, hostKey } = server
    const own = { where: 'sftp', host: '127.0.0.1', port: proxy.port, username, folder, hostKey }
    return filesSettings.parse({ ...own, ...change })
  }
  const open = (change: object = {}, secret = server.privateKey) =>
    patient(openFiles({ settings: settings(change), secret, ...tenant, tenantId: 't' }))
  const visibleFiles = () => readdirSync(server.folder).filter((name) => name !== '.toptan')

  test('an order file appears complete and once, and is remembered after the ERP took it', async () => {
    const connector = open()
    expect(await connector.health()).toContain(`${server.username}@127.0.0.1`)
    const document = documentOf(500, { key: 'k1', orderNumber: '1025' })
    expect(await connector.find('k1')).toBeUndefined()
    const order = await connector.push(document)
    expect(order).toEqual({
      id: 'k1',
      number: '1025-k1.csv',
      totalMinor: document.totalMinor,
      lineCount: 500,
    })
    expect(visibleFiles()).toEqual(['1025-k1.csv'])
    const content = readFileSync(join(server.folder, '1025-k1.csv'), 'utf8')
    expect(content.startsWith('\ufefforderNumber;date;customerCode;')).toBe(true)
    expect(content.split('\r\n')).toHaveLength(502)
    rmSync(join(server.folder, '1025-k1.csv'))
    const other = open()
    expect(await other.find('k1')).toEqual(order)
    expect(await other.push(document)).toEqual(order)
    expect(visibleFiles()).toEqual([])
    const listed = await listAll(other, new Date(Date.now() - 60_000))
    expect(listed).toEqual([{ key: 'k1', ...order }])
    expect(readdirSync(join(server.folder, '.toptan', 'parts'))).toEqual([])
    await Promise.all([connector.close(), other.close()])
  })

  test('a private key pasted as one line works', async () => {
    const connector = open({}, server.privateKey.trim().replaceAll('\n', ' '))
    expect(await connector.health()).toContain('sftp://')
    await connector.close()
  })

  test.each(['answers lost', 'all lost'] as const)(
    'if the connection ends with %s at the last step, that step is looked up and done once',
    async (mode) => {
      const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
      const store = openSftp(settings(), server.privateKey)
      const faultyStore: FileStore = {
        ...store,
        rename: async (from, to, signal) => {
          if (to.endsWith('.csv')) {
            proxy.setMode(mode)
            setTimeout(proxy.cut, 200)
          }
          return await store.rename(from, to, signal)
        },
      }
      await expectFailure(patient(filesConnector(faultyStore, settings(), tenant)).push(document), 'unknown')
      proxy.setMode('good')
      const wasDone = mode === 'answers lost'
      expect(visibleFiles()).toEqual(wasDone ? ['1025-k1.csv'] : [])
      for (const name of visibleFiles()) rmSync(join(server.folder, name))
      const connector = patient(filesConnector(store, settings(), tenant))
      expect((await connector.find('k1')) !== undefined).toBe(wasDone)
      await connector.push(document)
      expect(visibleFiles()).toEqual(wasDone ? [] : ['1025-k1.csv'])
      await connector.close()
    },
  )

  test('a connection that breaks earlier, or a silent server, leaves no file', async () => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    const store = openSftp(settings(), server.privateKey)
    const faultyStore: FileStore = {
      ...store,
      write: async (path, content, signal) => {
        proxy.setMode('answers lost')
        return await store.write(path, content, signal)
      },
    }
    const short = () => AbortSignal.timeout(500)
    await expectFailure(
      patient(filesConnector(faultyStore, settings(), tenant)).push(document, short()),
      'down',
    )
    proxy.setMode('good')
    expect(visibleFiles()).toEqual([])
    await patient(filesConnector(store, settings(), tenant)).push(document)
    expect(visibleFiles()).toEqual(['1025-k1.csv'])
    proxy.setMode('all lost')
    await expectFailure(open().health(short()), 'down')
    await store.close()
  })

  test('without the expected host key, no sign-in takes place', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    for (const [hostKey, message] of [
      ['', 'compare and enter'],
      [other, `not ${other}`],
    ] as const) {
      const refused = open({ hostKey }).health()
      await expectFailure(refused, 'auth')
      await expect(refused).rejects.toThrow(server.hostKey)
      await expect(refused).rejects.toThrow(message)
    }
  })

  test('a huge marker file is not read completely and does not block other orders', async () => {
    const connector = open()
    await connector.push(documentOf(1, { key: 'k1', orderNumber: '1025' }))
    const marker = join(server.folder, '.toptan', 'k1.json')
    const written = readFileSync(marker, 'utf8')
    writeFileSync(marker, `${written}${' '.repeat(100_000 - written.length)}`)
    expect(await connector.find('k1')).toMatchObject({ number: '1025-k1.csv' })
    // A sparse terabyte.
    truncateSync(marker, 2 ** 40)
    const found = connector.find('k1')
    await expectFailure(found, 'rejected', expect.any(String), { isThere: true })
    await expect(found).rejects.toThrow('someone has changed it')
    await connector.push(documentOf(1, { key: 'k2', orderNumber: '1026' }))
    expect(visibleFiles()).toEqual(['1025-k1.csv', '1026-k2.csv'])
    await connector.close()
  })

  test('failed sign-ins and missing folders are different errors', async () => {
    const secrets = ['wrong', 'a\nb', server.privateKey.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA')]
    for (const secret of secrets) {
      const refused = open({}, secret).push(documentOf(1))
      await expectFailure(refused, 'auth', expect.any(String), { raw: '' })
      await expect(refused).rejects.not.toThrow(secret)
    }
    const nowhere = open({ folder: `${server.folder}/nowhere` })
    await expectFailure(nowhere.health(), 'down')
    await expect(nowhere.push(documentOf(1))).rejects.toThrow('nowhere')
    expect(existsSync(join(server.folder, 'nowhere'))).toBe(false)
    await nowhere.close()
    await server.stop()
    await expectFailure(open({ port: server.port }).health(), 'down')
    await server.start()
    allowNetworks([])
    await expect(open().health()).rejects.toThrow('inside the operator’s network'.replace('’', "'"))
    allowNetworks(['127.0.0.1'])
  })

  test.skipIf(process.getuid?.() === 0)('a folder without write permission is reported', async () => {
    mkdirSync(join(server.folder, 'closed'))
    chmodSync(join(server.folder, 'closed'), 0o500)
    const closed = open({ folder: join(server.folder, 'closed') })
    await expect(closed.health()).rejects.toThrow('does not give us access to')
    await closed.close()
  })
})
