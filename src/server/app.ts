import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import staticFiles from '@fastify/static'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type CataloguesOptions, openCatalogues } from './catalogue/memory/catalogues.ts'
import { shopReadVerbs } from './catalogue/routes.ts'
import { defaultCatalogueMemoryMb } from './config.ts'
import { erpAgentPackageRoute } from './erp/erpAgent/package.ts'
import { endErpAgentCalls } from './erp/erpAgent/serve.ts'
import { openCallPace } from './http/callPace.ts'
import {
  answerBrokenRequest,
  type ConnectionLimits,
  connectionLimits,
  keepConnections,
} from './http/connections.ts'
import { noteMayBeUnstorable } from './http/content.ts'
import { type EarlyScript, readEarlyScript } from './http/earlyScript.ts'
import { answerError, handleErrors } from './http/errors.ts'
import { healthRoute } from './http/health.ts'
import { createServe, type Services } from './http/http.ts'
import { openApiRoute } from './http/openapi.ts'
import { pages } from './http/pages.ts'
import { contextOf, currentRequest } from './http/requestContext.ts'
import { otherVerbs } from './http/verbs.ts'
import { imageRoutes } from './images/routes.ts'
import { openPlacing } from './orders/placing.ts'
import { openPriceRules } from './pricing/tenantRules.ts'
import { type Log, logOf } from './process/log.ts'
import { noteAnswer } from './process/metrics.ts'
import { projectFolder } from './projectFolder.ts'
import { openUserCache } from './users/userCache.ts'

export type AppOptions = Services & {
  /** The built web files; absent for an API-only server. */
  webFolder?: string
  trustProxy?: string | false
  catalogueMemory?: Partial<CataloguesOptions>
  connectionLimits?: Partial<ConnectionLimits>
  /** How many calls a user may make in each process; 0, the default, for no limit. */
  callsPerMinute?: number
  log: Log
  /** Then `/health` fails and connections close after their answer. */
  isStopping?: () => boolean
}

/** Creates the HTTP server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { isStopping = () => false } = options
  const loggerInstance: FastifyBaseLogger = options.log
  const limits = { ...connectionLimits, ...options.connectionLimits }
  const app = fastify({
    loggerInstance,
    // The hook below logs one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_log, _bindings, _options, raw) => logOf(options.log, contextOf(raw)),
    genReqId: (raw) => contextOf(raw).requestId,
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // Still serves what has already arrived.
    return503OnClosing: false,
    // Enough for three photos of 10 MB at once on a slow line.
    requestTimeout: 600_000,
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.checkEveryMs },
    clientErrorHandler: answerBrokenRequest,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 300 },
    // Addresses that cannot be read: no hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOfCalls)
      void answerError(error, request, reply)
    },
  })
  handleErrors(app)
  app.server.on('connection', keepAddress)
  const early = options.webFolder ? await readEarlyScript(options.webFolder) : undefined
  app.addHook('preClose', async () => endErpAgentCalls())
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { directives: contentSecurity(early) },
    // Subdomains are up to the tenant.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith('/api/')) reply.headers(headersOfCalls)
    else reply.helmet()
    currentRequest.run(contextOf(request.raw), next)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { statusCode: status, elapsedTime } = reply
    noteAnswer(request.method, request.routeOptions.url ?? 'none', status, elapsedTime / 1000)
    request.log.info({ status, ms: Math.round(elapsedTime) }, 'answered')
    next()
  })
  keepConnections(app, { isStopping, limits })
  // Clients without input send an empty body as JSON, which Fastify refuses.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    const text = String(body)
    noteMayBeUnstorable(request, text)
    if (text === '') next(null, undefined)
    else void parseJson(request, text, next)
  })
  const catalogueMemory = { maxMb: defaultCatalogueMemoryMb, ...options.catalogueMemory }
  const priceRules = openPriceRules()
  const services = {
    ...options,
    priceRules,
    users: openUserCache(options.database, { isKept: catalogueMemory.maxMb > 0 }),
    catalogues: openCatalogues(options.database, {
      say: (line) => options.log.warn(line),
      ...catalogueMemory,
    }),
    placing: openPlacing(options.database, priceRules),
    pace: openCallPace(options.callsPerMinute ?? 0),
  }
  app.addHook('onClose', async () => services.catalogues.close())
  // Without the plugins: their hooks take time in each call.
  await app.register(async (reads) => shopReadVerbs.forEach(createServe(reads, services)))
  await app.register(async (others) => {
    await addPlugins(others)
    otherVerbs.forEach(createServe(others, services))
    imageRoutes(others, options)
    healthRoute(others, options.database, isStopping)
    openApiRoute(others)
    erpAgentPackageRoute(others)
    if (options.webFolder && early) await pages(others, options, options.webFolder, early)
  })
  return app
}

async function addPlugins(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
  // Each endpoint sets its own size limit.
  await app.register(multipart)
  await app.register(staticFiles, { root: projectFolder, serve: false })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
}

/** API answers are no pages: page headers would add half a kilobyte to each. */
const headersOfCalls = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

const contentSecurity = (early: EarlyScript | undefined) => ({
  defaultSrc: ["'self'"],
  // For the barcode reader; eval of scripts stays forbidden.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(early ? [early.source] : [])],
  imgSrc: ["'self'", 'data:', 'blob:'],
  styleSrc: ["'self'"],
  // The component library adds style elements at run time. Nonces do not work: browsers cache the page and revalidate
  // it.
  styleSrcElem: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  fontSrc: ["'none'"],
  frameSrc: ["'none'"],
  mediaSrc: ["'none'"],
  frameAncestors: ["'none'"],
  // The proxy that ends TLS does this; on plain http it would break every address.
  upgradeInsecureRequests: null,
})

/**
 * Keeps the caller's address after the connection is cut: `request.ip` would become undefined during a call. Read on
 * connection, because it may be gone when the request is parsed.
 */
function keepAddress(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: socket.remoteAddress ?? '' })
}
