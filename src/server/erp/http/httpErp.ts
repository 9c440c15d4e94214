import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import { httpSettings } from '#shared/erp/http.ts'
import {
  httpHealth,
  httpListedOrder,
  httpOrder,
  httpPage,
  httpRefusal,
  httpRows,
} from '#shared/erp/httpInterface.ts'
import { type ErpAccess, type ErpConnector, ErpError, type ErpOrder } from '../connector.ts'
import { type OutboundAnswer, outboundRequest } from '../outbound.ts'
import { signatureHeaders } from './signature.ts'

/** `path` is below the ERP's address and includes the query. */
export type SendRequest = (request: {
  method: 'GET' | 'PUT'
  path: string
  body?: string
  signal: AbortSignal
}) => Promise<Pick<OutboundAnswer, 'status' | 'body'>>

/** An ERP with our own HTTP interface (docs/erp-http.md). PUT by key, so repeating is safe. */
export function openHttpErp({ settings, secret }: ErpAccess, now = () => new Date()): ErpConnector {
  const { url } = httpSettings.parse(settings)
  const base = url.replace(/\/+$/, '')
  return openHttpInterface(async ({ method, path, body = '', signal }) => {
    const address = new URL(`${base}${path}`)
    const signed = { method, path: `${address.pathname}${address.search}`, body, now: now() }
    const headers = {
      accept: 'application/json',
      ...signatureHeaders(secret, signed),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    return await outboundRequest(address.href, { method, headers, signal, ...(body ? { body } : {}) })
  })
}

export function openHttpInterface(sendRequest: SendRequest): ErpConnector {
  const get = (path: string, signal: AbortSignal) => sendRequest({ method: 'GET', path, signal })
  const pull =
    <Row extends z.ZodType>(what: string, row: Row) =>
    async (cursor: string, signal: AbortSignal) =>
      parseBody(bodyOf(await get(`/${what}?cursor=${encodeURIComponent(cursor)}`, signal)), httpPage(row))
  return {
    refusesTwice: true,
    health: async (signal) => parseBody(bodyOf(await get('/health', signal)), httpHealth).name,
    find: async (key, signal) => {
      const answer = await get(`/orders/${encodeURIComponent(key)}`, signal)
      return answer.status === 404 ? undefined : parseBody(bodyOf(answer), httpOrder)
    },
    push: async (document: ErpDocument, signal): Promise<ErpOrder> => {
      const path = `/orders/${encodeURIComponent(document.key)}`
      const answer = await sendRequest({ method: 'PUT', path, body: JSON.stringify(document), signal })
      return parseBody(bodyOf(answer), httpOrder)
    },
    list: async function* (since, signal) {
      const from = encodeURIComponent(since.toISOString())
      for (let cursor = '', isLast = false; !isLast; ) {
        const answer = await get(`/orders?since=${from}&cursor=${encodeURIComponent(cursor)}`, signal)
        const page = parseBody(bodyOf(answer), httpPage(httpListedOrder))
        yield* page.rows
        ;({ cursor, isLast } = page)
      }
    },
    customers: pull('customers', httpRows.customers),
    products: pull('products', httpRows.products),
    prices: pull('prices', httpRows.prices),
    stock: pull('stock', httpRows.stock),
    balances: pull('balances', httpRows.balances),
    close: async () => {},
  }
}

function bodyOf(answer: Pick<OutboundAnswer, 'status' | 'body'>): string {
  const { status, body } = answer
  if (status >= 200 && status < 300) return body
  const statusText = `HTTP ${status}`
  if (status === 401 || status === 403)
    throw new ErpError('auth', `The ERP rejected our sign-in (${statusText}).`, body)
  // Nothing was done.
  if (status === 429 || status === 503) throw new ErpError('down', `The ERP is busy (${statusText}).`, body)
  if (status >= 400 && status < 500)
    throw new ErpError('rejected', reasonOf(body) || `The ERP refused the request (${statusText}).`, body)
  throw new ErpError('unknown', `The ERP failed (${statusText}).`, body)
}

function reasonOf(body: string): string {
  try {
    return httpRefusal.parse(JSON.parse(body)).error.slice(0, 500)
  } catch {
    return ''
  }
}

function parseBody<Schema extends z.ZodType>(body: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body))
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw new ErpError('unknown', `The ERP's answer cannot be understood: ${problem.slice(0, 500)}`, body)
  }
}
