import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import { panelPrefixes } from '#shared/paths.ts'
import { settingsOf, type Tenants } from './tenancy/tenants.ts'

/**
 * The browser's side: hashed files kept for ever, and two pages, shop and panel, which carry the tenant's
 * settings so that the first paint needs no call. Any path that is no file is a page: its router decides.
 */
export async function pages(app: FastifyInstance, tenants: Tenants, webFolder: string): Promise<void> {
  const [shop, panel] = await Promise.all(
    ['index.html', 'panel.html'].map((name) => readFile(join(webFolder, name), 'utf8')),
  )
  const built = new Set(await readdir(join(webFolder, 'assets')))
  app.get('/assets/*', (request, reply) => {
    const { '*': file } = request.params as { '*': string }
    // A page left open across an update asks for what is gone: plainly not found, in no encoding.
    if (!built.has(file)) throw new Refusal('notFound')
    return sendAsset(request, reply, `assets/${file}`, webFolder)
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path.startsWith('/products/') || path.startsWith('/pictures/')) {
      throw new Refusal('notFound')
    }
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    const isPanel = panelPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withSettings((isPanel ? panel : shop) ?? '', settingsOf(tenant)))
  })
}

/** Puts the settings into the page as data: JSON in a script element of a type that no browser runs. */
function withSettings(html: string, settings: object): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return html.replace(
    '<!--settings-->',
    () => `<script type="application/json" id="settings">${json}</script>`,
  )
}

/** A built file, in the encoding that was made at build time and that the browser takes. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, file: string, root: string) {
  const accepted = request.headers['accept-encoding']?.toString() ?? ''
  const encoding =
    compressible.test(file) && (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : '')
  reply.header('vary', 'accept-encoding')
  if (!encoding) return reply.sendFile(file, root, { maxAge: '365d', immutable: true })
  reply.header('content-encoding', encoding).type(file.endsWith('.css') ? 'text/css' : 'text/javascript')
  return reply.sendFile(`${file}${encoding === 'br' ? '.br' : '.gz'}`, root, {
    maxAge: '365d',
    immutable: true,
    contentType: false,
  })
}

const compressible = /\.(js|css)$/
