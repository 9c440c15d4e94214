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

async function mayExist(
  error: ErpErrorClass | 'rejected, as it is there',
  { before, shown = [] }: { before: boolean; shown?: number[] },
): Promise<boolean> {
  const connector: ErpConnector = {
    refusesTwice: true,
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

test('a first rejection, or a request that never arrived, means the order does not exist', async () => {
  expect(await mayExist('rejected', { before: false })).toBe(false)
  expect(await mayExist('down', { before: false })).toBe(false)
  expect(await mayExist('unknown', { before: false })).toBe(true)
})

test('an unknown outcome stays unknown until every document has been looked up', async () => {
  expect(await mayExist('down', { before: true })).toBe(true)
  // The second was not looked up.
  expect(await mayExist('rejected', { before: true })).toBe(true)
  expect(await mayExist('rejected', { before: true, shown: [0] })).toBe(true)
})

test('an unknown single-document order that is then rejected does not exist', async () => {
  const [second] = documents.splice(1, 1)
  expect(await mayExist('rejected', { before: true })).toBe(false)
  documents.push(second as ErpDocument)
})

test('an order rejected because the ERP has it exists, whatever was known before', async () => {
  expect(await mayExist('rejected, as it is there', { before: false })).toBe(true)
})

/** The ERP reported its first document as created. */
async function afterMade(find: ErpConnector['find']) {
  const pushed: string[] = []
  const connector: ErpConnector = {
    refusesTwice: true,
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

test('does not resend an order that the ERP created but does not show, nor the rest', async () => {
  const { pushed, error, mayExist: isLeft, made } = await afterMade(async () => undefined)
  expect([pushed, error?.errorClass, isLeft]).toEqual([[], 'rejected', true])
  expect(made).toEqual({ [documents[0]?.key ?? '']: 'S7' })
})

test('continues a document that the ERP created but did not finish', async () => {
  const [first] = documents
  const { pushed, error } = await afterMade(async (key) =>
    first && key === first.key ? { ...asThere(first), totalMinor: 1, isUnfinished: true } : undefined,
  )
  expect([pushed, error]).toEqual([documents.map(({ key }) => key), undefined])
})
