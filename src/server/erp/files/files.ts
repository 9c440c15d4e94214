import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import { filesSettings } from '#shared/erp/files.ts'
import { type ErpAccess, type ErpConnector, ErpError, type ErpOrder } from '../connector.ts'
import { openFolder } from './folderStore.ts'
import { orderFile } from './orderFile.ts'
import { pullBalances } from './pullBalances.ts'
import { openSftp } from './sftpStore.ts'
import { type FileStore, StoreFault } from './store.ts'

/** Delivers orders as files, to the operator's folder or by SFTP, and reads balances there. */
export function openFiles({
  settings,
  secret,
  timeZone,
  mainLanguage,
  tenantId,
}: ErpAccess & { tenantId: string }): ErpConnector {
  const parsed = filesSettings.safeParse(settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the ERP connection are not complete')
  const parsedSettings = parsed.data
  const store =
    parsedSettings.where === 'folder'
      ? openFolder(tenantId, parsedSettings.folder)
      : openSftp(parsedSettings, secret)
  return filesConnector(store, parsedSettings, { timeZone, mainLanguage })
}

/** Markers of delivered orders, and unfinished files. */
const stateFolder = '.toptan'
const parts = `${stateFolder}/parts`
const markerOf = (key: string) => `${stateFolder}/${key}.json`
/** Unique, so that an earlier attempt's late rename cannot affect it. */
const newPart = (key: string) => `${parts}/${key}.${randomUUID()}.part`
const keyOf = (part: string) => /^(.+)\.[0-9a-f-]{36}\.part$/.exec(part)?.[1]

const markerLifetimeMs = 90 * 24 * 60 * 60_000

const markerSchema = z.object({ file: z.string(), totalMinor: z.int(), lineCount: z.int() })
type Marker = z.output<typeof markerSchema>

/**
 * Makes delivery provable although the ERP removes the files: writes the file as a part, then a marker, then renames
 * the part. Delivered = marker without part.
 */
export function filesConnector(
  store: FileStore,
  settings: Parameters<typeof orderFile>[1],
  tenant: Pick<ErpAccess, 'timeZone' | 'mainLanguage'>,
  now = () => new Date(),
): ErpConnector {
  return {
    refusesTwice: false,
    health: (signal) => asErpErrors(() => testWrite(store, signal)),
    find: (key, signal) => asErpErrors(() => find(store, key, signal)),
    push: (document, signal) => asErpErrors(() => push(store, settings, document, signal)),
    list: async function* (since, signal) {
      const found = await asErpErrors(() => store.list(stateFolder, signal))
      const unfinishedKeys = new Set(
        (await asErpErrors(() => store.list(parts, signal))).map(({ name }) => keyOf(name)),
      )
      for (const { name, changedAt } of found) {
        const key = /^(.+)\.json$/.exec(name)?.[1]
        if (!key || unfinishedKeys.has(key)) continue
        if (now().getTime() - changedAt.getTime() > markerLifetimeMs)
          await asErpErrors(() => store.remove(markerOf(key), signal))
        else if (changedAt >= since) {
          const marker = await asErpErrors(() => readMarker(store, key, signal))
          if (marker) yield { key, ...orderOf(key, marker) }
        }
      }
    },
    balances: (_cursor, signal) => asErpErrors(() => pullBalances(store, tenant, signal)),
    close: () => store.close(),
  }
}

async function find(store: FileStore, key: string, signal: AbortSignal): Promise<ErpOrder | undefined> {
  const marker = await readMarker(store, key, signal)
  return !marker || (await partsOf(store, key, signal)).length > 0 ? undefined : orderOf(key, marker)
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
  const before = (await find(store, key, signal)) ?? (await reclaimParts(store, key, signal))
  if ('number' in before) return before
  const file = `${orderNumber}-${key}.${settings.format}`
  const marker = { file, totalMinor, lineCount: lines.length }
  const part = newPart(key)
  await store.makeFolder(stateFolder, signal)
  await store.makeFolder(parts, signal)
  await store.write(part, await orderFile(document, settings), signal)
  await store.write(`${markerOf(key)}.new`, Buffer.from(JSON.stringify(marker)), signal)
  await store.rename(`${markerOf(key)}.new`, markerOf(key), signal)
  for (const left of before.left) await store.remove(left, signal)
  await publish(store, part, file, signal)
  return orderOf(key, marker)
}

/**
 * Renames earlier parts so that a late rename by the server fails. They stay until the new part exists, because any
 * part means "not delivered". If one is gone, the order was delivered: returns it.
 */
async function reclaimParts(
  store: FileStore,
  key: string,
  signal: AbortSignal,
): Promise<ErpOrder | { left: string[] }> {
  const left: string[] = []
  for (const part of await partsOf(store, key, signal)) {
    const takenPart = newPart(key)
    try {
      await store.rename(part, takenPart, signal)
    } catch (error) {
      const order = await find(store, key, signal)
      if (order) return order
      throw error
    }
    left.push(takenPart)
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
  const corruptMarkerError = (raw: string) => {
    const message = `${markerOf(key)}, which records what was handed over, cannot be read: someone has changed it.`
    return new ErpError('rejected', message, raw, true)
  }
  const content = await store.read(markerOf(key), signal).catch((error: unknown) => {
    // Concerns this order only; others must not wait.
    throw error instanceof StoreFault && error.isForeign ? corruptMarkerError(error.message) : error
  })
  if (!content) return undefined
  try {
    return markerSchema.parse(JSON.parse(content.toString('utf8')))
  } catch {
    throw corruptMarkerError(content.toString('utf8'))
  }
}

/** Before this step, nothing was delivered. */
async function publish(store: FileStore, part: string, file: string, signal: AbortSignal): Promise<void> {
  try {
    await store.rename(part, file, signal)
  } catch (error) {
    // Certainly not done.
    if (!(error instanceof StoreFault) || error.isAnswered) throw error
    throw new ErpError('unknown', `We do not know whether the file was handed over: ${error.message}`)
  }
}

async function testWrite(store: FileStore, signal: AbortSignal): Promise<string> {
  await store.makeFolder(stateFolder, signal)
  await store.write(`${stateFolder}/test`, Buffer.from('Toptan'), signal)
  await store.rename(`${stateFolder}/test`, `${stateFolder}/tested`, signal)
  await store.remove(`${stateFolder}/tested`, signal)
  return store.name
}

/** Nothing was delivered; {@link publish} handles the exception. */
async function asErpErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    throw new ErpError('down', error.message)
  }
}
