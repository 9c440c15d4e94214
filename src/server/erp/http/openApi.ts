import { z } from 'zod'
import { erpDocument } from '#shared/erp/document.ts'
import {
  httpHealth,
  httpListedOrder,
  httpOrder,
  httpPage,
  httpPaths,
  httpRefusal,
  httpRows,
} from '#shared/erp/httpInterface.ts'

type Path = (typeof httpPaths)[number]

/** The OpenAPI 3.1 document of the ERP's side, from the schemas we parse with. */
export function httpErpOpenApi(): object {
  const paths: Record<Path, object> = {
    '/health': { get: operation('health', 'Name of the system that answers', httpHealth) },
    '/orders': {
      get: operation('listOrders', 'Orders created or changed since', httpPage(httpListedOrder), [
        since,
        cursor,
      ]),
    },
    '/orders/{key}': {
      put: {
        ...operation('putOrder', 'Creates the order with this key, or returns the existing one', httpOrder, [
          key,
        ]),
        requestBody: { required: true, content: json(erpDocument) },
      },
      get: withNotFound(operation('getOrder', 'The order with this key', httpOrder, [key])),
    },
    '/customers': { get: rows('customers') },
    '/products': { get: rows('products') },
    '/prices': { get: rows('prices') },
    '/stock': { get: rows('stock') },
    '/balances': { get: rows('balances') },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: "Toptan: the ERP's side",
      version: '1',
      description:
        'What an ERP implements so that Toptan can send orders to it and fetch data from it. See docs/erp-http.md.',
    },
    servers: [{ url: 'https://erp.example.com/toptan', description: 'As entered in the setup' }],
    security: [{ signature: [], time: [] }],
    paths,
    components: { securitySchemes },
  }
}

const securitySchemes = {
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'toptan-signature',
    description: 'HMAC-SHA256 in hex, with the key of the setup, over time, method, path and body’s SHA-256',
  },
  time: { type: 'apiKey', in: 'header', name: 'toptan-time', description: 'When it was signed, ISO 8601' },
}

const text = { type: 'string' }
const key = { name: 'key', in: 'path', required: true, schema: text }
const since = { name: 'since', in: 'query', required: true, schema: { ...text, format: 'date-time' } }
const cursor = {
  name: 'cursor',
  in: 'query',
  required: true,
  schema: text,
  description: 'The last cursor returned; empty to start from the beginning',
}

const rows = (what: keyof typeof httpRows) =>
  operation(what, `The ${what} changed after the cursor`, httpPage(httpRows[what]), [cursor])

function operation(operationId: string, summary: string, reply: z.ZodType, parameters: object[] = []) {
  return {
    operationId,
    summary,
    parameters,
    responses: {
      200: { description: 'Done', content: json(reply) },
      401: { description: 'The signature is wrong or too old' },
      '4XX': { description: 'Refused: nothing was created', content: json(httpRefusal) },
      503: { description: 'Busy: nothing was done' },
      '5XX': { description: 'It is not known whether it was done' },
    },
  }
}

function withNotFound<Operation extends { responses: object }>(found: Operation) {
  return {
    ...found,
    responses: { ...found.responses, 404: { description: 'There is no order with this key' } },
  }
}

/** `io: 'input'` makes fields with defaults optional. */
function json(schema: z.ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return { 'application/json': { schema: rest } }
}
