import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { analysisRoutes } from './analysis/routes.ts'
import { cartRoutes } from './carts/routes.ts'
import { importRoutes } from './catalogue/import/runs/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { projectFolder } from './config.ts'
import { customerRoutes } from './customers/routes.ts'
import { endConnectionsWhenStopping } from './drain.ts'
import { type EarlyScript, readEarlyScript } from './earlyScript.ts'
import { agentPackageRoute } from './erp/agent/agentPackage.ts'
import { endAgentCalls } from './erp/agent/serveAgent.ts'
import { erpRoutes } from './erp/routes.ts'
import { answerError, handleErrors } from './errors.ts'
import { healthRoute } from './health.ts'
import { type Serve, type Services, serving } from './http.ts'
import { photoRoutes } from './images/photoRoutes.ts'
import { imageRoutes } from './images/routes.ts'
import { type Log, logOf } from './log.ts'
import { openApiRoute } from './openapi.ts'
import { orderRoutes } from './orders/routes.ts'
import { pages } from './pages.ts'
import { contextOf } from './requestContext.ts'
import { tenancyRoutes } from './tenancy/routes.ts'
import { userRoutes } from './users/routes.ts'

/** Every room of the server. */
const rooms: ((serve: Serve) => void)[] = [
  tenancyRoutes,
  userRoutes,
  customerRoutes,
  catalogueRoutes,
  importRoutes,
  cartRoutes,
  orderRoutes,
  erpRoutes,
  analysisRoutes,
  changeRoutes,
  photoRoutes,
]

export type AppOptions = Services & {
  /** The built browser side; absent where only the calls are wanted. */
  webFolder?: string
  trustProxy?: string | false
  log: Log
  /** Whether the server has been told to stop: `/health` says so, and connections end with their answer. */
  isStopping?: () => boolean
}

/** The whole HTTP server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { isStopping = () => false } = options
  const loggerInstance: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance,
    // Of a request there is one line, by the hook below.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_log, _bindings, _options, raw) => logOf(options.log, contextOf(raw)),
    genReqId: (raw) => contextOf(raw).requestId,
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // What came in before the last connection was ended is served.
    return503OnClosing: false,
    // Long enough for ten megabytes of photo on a slow line, three at once.
    requestTimeout: 600_000,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  handleErrors(app)
  app.server.on('connection', keepAddress)
  const early = options.webFolder ? await readEarlyScript(options.webFolder) : undefined
  app.decorateRequest('limitKey', '')
  app.addHook('preClose', async () => endAgentCalls())
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { directives: contentSecurity(early) },
    // What else lies under a wholesaler's domain is their affair.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith('/api/')) reply.headers(headersOfCalls)
    else reply.helmet()
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info({ status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    next()
  })
  await app.register(cookie)
  // Each endpoint that takes a file says how large it may be.
  await app.register(multipart)
  await app.register(rateLimit, { global: false })
  // Each sender of files names its own folder.
  await app.register(staticFiles, { root: projectFolder, serve: false })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  // Fastify refuses an empty body that calls itself JSON; callers without input send just that.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    if (body === '') next(null, undefined)
    else void app.getDefaultJsonParser('error', 'error')(request, String(body), next)
  })

  const serve = serving(app, options)
  for (const room of rooms) room(serve)
  imageRoutes(app, options)
  healthRoute(app, options.database, isStopping)
  endConnectionsWhenStopping(app, isStopping)
  openApiRoute(app)
  agentPackageRoute(app)
  if (options.webFolder && early) await pages(app, options.tenants, options.webFolder, early)
  return app
}

/** An answer to a call is no page: what only a page heeds would be half a kilobyte of each on a phone's line. */
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
  // The barcode reader is compiled WebAssembly, served from here; scripts made up from text stay forbidden.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(early ? [early.source] : [])],
  imgSrc: ["'self'", 'data:', 'blob:'],
  styleSrc: ["'self'"],
  // The component library writes its colours and the sizes for each width of the window into style elements, as they
  // are needed. By nonce they could not be: the browser keeps the shop's page, and compares it with the next to come.
  styleSrcElem: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  fontSrc: ["'none'"],
  frameSrc: ["'none'"],
  mediaSrc: ["'none'"],
  frameAncestors: ["'none'"],
  // Left to the proxy that ends TLS: on plain http it would break every address.
  upgradeInsecureRequests: null,
})

/**
 * Makes the caller's address outlive the connection. The system forgets it when the connection is cut, and `request.ip`
 * would be undefined in the middle of a call that goes on. Asked for when the connection is made: one that is cut right
 * after its request was sent has none any more by the time that the request is read.
 */
function keepAddress(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: socket.remoteAddress ?? '' })
}
