import { expect, test } from 'vitest'
import { documentOf } from '#test/erp/documents.ts'
import { type ErpConnector, type ErpDocument, ErpError, type ErpErrorClass } from './connector.ts'
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
  const claimed = { orderId: 'o', orderNumber: '1', attempt: 2, mayExist: before, documents }
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
