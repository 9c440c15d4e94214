import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance } from 'fastify'
import { analysisRoutes } from './analysis/routes.ts'
import { cartRoutes } from './carts/routes.ts'
import { importRoutes } from './catalogue/imports/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { projectFolder } from './config.ts'
import { customerRoutes } from './customers/routes.ts'
import { type EarlyScript, readEarlyScript } from './earlyScript.ts'
import { agentPackageRoute } from './erp/agent/agentPackage.ts'
import { letAgentsGo } from './erp/agent/serveAgent.ts'
import { erpRoutes } from './erp/routes.ts'
import { answerError, handleErrors } from './errors.ts'
import { type Serve, type Services, serving } from './http.ts'
import { photoRoutes } from './images/photoRoutes.ts'
import { imageRoutes } from './images/routes.ts'
import { openApiRoute } from './openapi.ts'
import { orderRoutes } from './orders/routes.ts'
import { pages } from './pages.ts'
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
  logLevel?: string
}

/** The whole HTTP server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: options.logLevel ?? 'warn', serializers: { req: withoutQuery } },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // Long enough for ten megabytes of photo on a slow line, three at once.
    requestTimeout: 600_000,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  handleErrors(app)
  const early = options.webFolder ? await readEarlyScript(options.webFolder) : undefined
  app.decorateRequest('limitKey', '')
  app.addHook('preClose', async () => letAgentsGo())
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
  await app.register(underPressure, {
    maxEventLoopDelay: 3000,
    exposeStatusRoute: { url: '/health', routeOpts: {} },
    healthCheck: () => isAlive(options.database),
    healthCheckInterval: 5000,
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

/** True while the database answers. */
async function isAlive(database: Services['database']): Promise<boolean> {
  await database.global('select 1')
  return true
}

const contentSecurity = (early: EarlyScript | undefined) => ({
  defaultSrc: ["'self'"],
  // The barcode reader is compiled WebAssembly, served from here; scripts made up from text stay forbidden.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(early ? [early.source] : [])],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // The component library sets its colours and sizes as style properties.
  styleSrc: ["'self'", "'unsafe-inline'"],
  frameAncestors: ["'none'"],
  // Left to the proxy that ends TLS: on plain http it would break every address.
  upgradeInsecureRequests: null,
})

/** What the log says of a request: never its query, which may carry a token. */
function withoutQuery(request: { method?: string; url?: string; host?: string }) {
  return { method: request.method ?? '', path: request.url?.split('?', 1)[0] ?? '', host: request.host ?? '' }
}
