import { expect, test } from 'vitest'
import type { ErpDocument } from '#shared/erp/document.ts'
import { documentOf } from '#test/erp/documents.ts'
import { type ErpConnector, ErpError, type ErpErrorClass } from './connector.ts'
import { sendDocuments } from './sendDocuments.ts'

const documents = [documentOf(2), documentOf(1)]
const asThere = ({ key, totalMinor, lines }: ErpDocument) => ({
  id: key,
  number: 'E1',
  totalMinor,
  lineCount: lines.length,
})

/** What remains possible where the ERP shows these documents, and ends every push so. */
async function mayExist(
  error: ErpErrorClass | 'rejected, as it is there',
  { before, shown = [] }: { before: boolean; shown?: number[] },
): Promise<boolean> {
  const connector: ErpConnector = {
    capabilities: { pull: [], refusesTwice: true, find: true },
    health: async () => '',
    find: async (key) => {
      const found = shown.map((at) => documents[at]).find((one) => one?.key === key)
      return found && asThere(found)
    },
    push: async () => {
      const isThere = error === 'rejected, as it is there'
      throw new ErpError(isThere ? 'rejected' : error, 'no', '', isThere)
    },
    close: async () => {},
  }
  const claimed = {
    orderId: 'o',
    orderNumber: '1',
    attempt: 2,
    unanswered: 1,
    mayExist: before,
    made: {},
    isElsewhere: false,
    documents,
  }
  return (await sendDocuments(connector, claimed, 1000)).mayExist
}

test('what is refused at the first try is not there, and neither is what never arrived', async () => {
  expect(await mayExist('rejected', { before: false })).toBe(false)
  expect(await mayExist('down', { before: false })).toBe(false)
  expect(await mayExist('unknown', { before: false })).toBe(true)
})

test('what was unknown stays so until every document has been looked up', async () => {
  expect(await mayExist('down', { before: true })).toBe(true)
  // The second document was not looked up when the first one was refused.
  expect(await mayExist('rejected', { before: true })).toBe(true)
  expect(await mayExist('rejected', { before: true, shown: [0] })).toBe(true)
})

test('an order of one document that was unknown and is refused is not there', async () => {
  const [second] = documents.splice(1, 1)
  expect(await mayExist('rejected', { before: true })).toBe(false)
  documents.push(second as ErpDocument)
})

test('what the ERP refuses because it has it is there, whatever was known before', async () => {
  expect(await mayExist('rejected, as it is there', { before: false })).toBe(true)
})

/** Sends an order of which the ERP has said that it made the first document; answers what was pushed, and the error. */
async function afterMade(find: ErpConnector['find']) {
  const pushed: string[] = []
  const connector: ErpConnector = {
    capabilities: { pull: [], refusesTwice: true, find: true },
    health: async () => '',
    find,
    push: async (document) => {
      pushed.push(document.key)
      return asThere(document)
    },
    close: async () => {},
  }
  const [first] = documents
  const made = { [first?.key ?? '']: 'S7' }
  const claimed = {
    orderId: 'o',
    orderNumber: '1',
    attempt: 2,
    unanswered: 1,
    mayExist: false,
    made,
    isElsewhere: false,
    documents,
  }
  return { pushed, ...(await sendDocuments(connector, claimed, 1000)) }
}

test('what the ERP said it made and does not show is not sent again, and neither is the rest', async () => {
  const { pushed, error, mayExist: isLeft, made } = await afterMade(async () => undefined)
  expect([pushed, error?.errorClass, isLeft]).toEqual([[], 'rejected', true])
  expect(made).toEqual({ [documents[0]?.key ?? '']: 'S7' })
})

test('what the ERP said it made and has not finished is taken on', async () => {
  const [first] = documents
  const { pushed, error } = await afterMade(async (key) =>
    first && key === first.key ? { ...asThere(first), totalMinor: 1, isUnfinished: true } : undefined,
  )
  expect([pushed, error]).toEqual([documents.map(({ key }) => key), undefined])
})
