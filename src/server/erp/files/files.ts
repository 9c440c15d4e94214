import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import { filesSettings } from '#shared/erp/files.ts'
import { type ErpAccess, type ErpConnector, ErpError, type ErpOrder } from '../connector.ts'
import { openFolder } from './folderStore.ts'
import { orderFile } from './orderFile.ts'
import { openSftp } from './sftpStore.ts'
import { type FileStore, StoreFault } from './store.ts'

/** Orders as files in a folder of the operator's or on an SFTP server, from where an ERP takes them away. */
export function openFiles({ settings, secret, tenantId }: ErpAccess & { tenantId: string }): ErpConnector {
  const parsed = filesSettings.safeParse(settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the ERP connection are not complete')
  const set = parsed.data
  const store = set.where === 'folder' ? openFolder(tenantId, set.folder) : openSftp(set, secret)
  return handingOver(store, set)
}

/** What has been handed over stays known here, and what is to be lies aside until it is whole. */
const own = '.toptan'
const parts = `${own}/parts`
const markerOf = (key: string) => `${own}/${key}.json`
/** A name that no other try has, so that nothing that is left of one can take hold of it. */
const newPart = (key: string) => `${parts}/${key}.${randomUUID()}.part`
const keyOf = (part: string) => /^(.+)\.[0-9a-f-]{36}\.part$/.exec(part)?.[1]

/** How long it stays known that a file was handed over, in milliseconds. */
const kept = 90 * 24 * 60 * 60_000

const marker = z.object({ file: z.string(), totalMinor: z.int(), lineCount: z.int() })
type Marker = z.output<typeof marker>

/**
 * Hands documents over so that it can be told of each, for ever, whether it was, though the ERP takes the files away: first
 * the whole file is written aside as a part, then a marker of what is in it, and then the part is renamed into sight. Without
 * a marker nothing was handed over; with a marker beside a part nothing either; with the marker alone, it was.
 */
export function handingOver(
  store: FileStore,
  settings: Parameters<typeof orderFile>[1],
  now = () => new Date(),
): ErpConnector {
  return {
    capabilities: { pull: [], refusesTwice: false, find: true },
    health: (signal) => asErpErrors(() => tryOut(store, signal)),
    find: (key, signal) => asErpErrors(() => find(store, key, signal)),
    push: (document, signal) => asErpErrors(() => push(store, settings, document, signal)),
    list: async function* (since, signal) {
      const found = await asErpErrors(() => store.list(own, signal))
      const waiting = new Set(
        (await asErpErrors(() => store.list(parts, signal))).map(({ name }) => keyOf(name)),
      )
      for (const { name, changedAt } of found) {
        const key = /^(.+)\.json$/.exec(name)?.[1]
        if (!key || waiting.has(key)) continue
        if (now().getTime() - changedAt.getTime() > kept)
          await asErpErrors(() => store.remove(markerOf(key), signal))
        else if (changedAt >= since) {
          const known = await asErpErrors(() => readMarker(store, key, signal))
          if (known) yield { key, ...orderOf(key, known) }
        }
      }
    },
    close: () => store.close(),
  }
}

async function find(store: FileStore, key: string, signal: AbortSignal): Promise<ErpOrder | undefined> {
  const known = await readMarker(store, key, signal)
  return !known || (await partsOf(store, key, signal)).length > 0 ? undefined : orderOf(key, known)
}

async function partsOf(store: FileStore, key: string, signal: AbortSignal): Promise<string[]> {
  const found = await store.list(parts, signal)
  return found.flatMap(({ name }) => (keyOf(name) === key ? [`${parts}/${name}`] : []))
}

async function push(
  store: FileStore,
  settings: Parameters<typeof orderFile>[1],
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const { key, orderNumber, totalMinor, lines } = document
  const before = (await find(store, key, signal)) ?? (await takeBack(store, key, signal))
  if ('number' in before) return before
  const file = `${orderNumber}-${key}.${settings.format}`
  const mark = { file, totalMinor, lineCount: lines.length }
  const part = newPart(key)
  await store.makeFolder(own, signal)
  await store.makeFolder(parts, signal)
  await store.write(part, await orderFile(document, settings), signal)
  await store.write(`${markerOf(key)}.new`, Buffer.from(JSON.stringify(mark)), signal)
  await store.rename(`${markerOf(key)}.new`, markerOf(key), signal)
  for (const left of before.left) await store.remove(left, signal)
  await bringIntoSight(store, part, file, signal)
  return orderOf(key, mark)
}

/**
 * Takes back what earlier tries have left aside: under another name nobody brings it into sight any more, as a server
 * might that was told to before the connection broke, and does so only now. It stays there until there is a new part: as
 * long as there is any, nothing was handed over. Where one is gone already, it was: answers the order then.
 */
async function takeBack(
  store: FileStore,
  key: string,
  signal: AbortSignal,
): Promise<ErpOrder | { left: string[] }> {
  const left: string[] = []
  for (const part of await partsOf(store, key, signal)) {
    const taken = newPart(key)
    try {
      await store.rename(part, taken, signal)
    } catch (error) {
      const order = await find(store, key, signal)
      if (order) return order
      throw error
    }
    left.push(taken)
  }
  return { left }
}

const orderOf = (key: string, { file, totalMinor, lineCount }: Marker): ErpOrder => ({
  id: key,
  number: file,
  totalMinor,
  lineCount,
})

async function readMarker(store: FileStore, key: string, signal: AbortSignal): Promise<Marker | undefined> {
  const changed = (raw: string) => {
    const said = `${markerOf(key)}, which records what was handed over, cannot be read: someone has changed it.`
    return new ErpError('rejected', said, raw, true)
  }
  const content = await store.read(markerOf(key), signal).catch((error: unknown) => {
    // It concerns this order alone, and keeps no other one waiting.
    throw error instanceof StoreFault && error.isForeign ? changed(error.message) : error
  })
  if (!content) return undefined
  try {
    return marker.parse(JSON.parse(content.toString('utf8')))
  } catch {
    throw changed(content.toString('utf8'))
  }
}

/** The one step that counts: before it nothing was handed over, whatever else went wrong. */
async function bringIntoSight(
  store: FileStore,
  part: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await store.rename(part, file, signal)
  } catch (error) {
    // Where not even the sign-in worked, or the place has said no, it was not done.
    if (!(error instanceof StoreFault) || error.isAnswered) throw error
    throw new ErpError('unknown', `We do not know whether the file was handed over: ${error.message}`)
  }
}

/** Writes something aside and takes it away again. */
async function tryOut(store: FileStore, signal: AbortSignal): Promise<string> {
  await store.makeFolder(own, signal)
  await store.write(`${own}/test`, Buffer.from('Toptan'), signal)
  await store.rename(`${own}/test`, `${own}/tested`, signal)
  await store.remove(`${own}/tested`, signal)
  return store.name
}

/** A place that does not do what it is told has got nothing, unless it was being handed something. */
async function asErpErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    throw new ErpError('down', error.message)
  }
}
