import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ErpDocument, erpDocument } from '#shared/erp/document.ts'
import { httpOrder, httpPaths, httpRows } from '#shared/erp/httpInterface.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { documentOf } from '#test/erp/documents.ts'

const text = readFileSync(new URL('../../../../docs/erp-http.md', import.meta.url), 'utf8')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Operation = {
  operationId: string
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

/** The JSON after the document's line that starts like this. */
function example(after: string): unknown {
  const block = text.slice(text.indexOf(`    ${after}`) + after.length + 4)
  const lines = block.split('\n').slice(1)
  const begin = lines.findIndex((line) => line.trim() !== '')
  const end = lines.findIndex(
    (line, index) => index > begin && (line.trim() === '' || !line.startsWith('    ')),
  )
  return JSON.parse(lines.slice(begin, end).join('\n'))
}

test('the OpenAPI 3.1 document covers every path', async () => {
  const { status, body } = await app.at('any').get('/api/erp-http.openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toBe('3.1.0')
  expect(body.info).toMatchObject({ title: expect.any(String), version: '1' })
  expect(Object.keys(body.paths)).toEqual([...httpPaths])
  const documentedPaths = [...text.matchAll(/^\| `(GET|PUT) (\/[^`?]*)/gm)].map(([, method = '', path]) => [
    method.toLowerCase(),
    path,
  ])
  expect(documentedPaths.length).toBeGreaterThan(7)
  const methods = (path: string) => Object.entries(body.paths[path] as Record<string, Operation>)
  const has = Object.keys(body.paths).flatMap((path) => methods(path).map(([method]) => [method, path]))
  const all = (found: unknown[]) => new Set(found.map(String))
  expect(all(has)).toEqual(all(documentedPaths))
  const ids = new Set<string>()
  for (const path of Object.keys(body.paths)) {
    for (const [method, operation] of methods(path)) {
      ids.add(operation.operationId)
      expect(operation.responses[200]?.content?.['application/json']?.schema).toMatchObject({
        type: 'object',
      })
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('')
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
      expect(operation.requestBody !== undefined).toBe(method === 'put')
    }
  }
  expect(ids.size).toBe(has.length)
  const stock = body.paths['/stock'].get.responses[200].content['application/json'].schema
  expect(stock.properties.rows.items.required).toEqual(['productCode', 'available'])
  const customers = body.paths['/customers'].get.responses[200].content['application/json'].schema
  expect(customers.properties.rows.items.required).toEqual(['code', 'description', 'currencyCode'])
})

test('requests match the document, and its examples can be parsed', () => {
  const document: ErpDocument = documentOf(2)
  expect(erpDocument.strict().parse(document)).toEqual(document)
  const shown = example('PUT /orders/')
  expect(erpDocument.strict().parse(shown)).toEqual(shown)
  const answered = example('200')
  expect(httpOrder.strict().parse(answered)).toEqual(answered)
  const { totalMinor, lines } = erpDocument.parse(shown)
  expect(answered).toMatchObject({ totalMinor, lineCount: lines.length })
  expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor)
})

test('the documented fields are those that we read', () => {
  for (const [what, row] of Object.entries(httpRows)) {
    const documentedFields = new RegExp(`^\\| \`${what}\` +\\| (.*)\\|$`, 'm').exec(text)?.[1] ?? ''
    for (const name of Object.keys(row.shape)) expect(documentedFields).toContain(`\`${name}\``)
  }
})
