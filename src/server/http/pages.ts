import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mailer } from '#server/mail/mailer.ts'
import { settingsOf, type Tenants } from '#server/tenancy/tenants.ts'
import { Refusal } from '#shared/errors.ts'
import { panelPrefixes } from '#shared/paths.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { pageLanguage } from '#shared/text/pageLanguage.ts'
import { permissions } from './browserFeatures.ts'
import type { EarlyScript } from './earlyScript.ts'
import { manifestOf } from './manifest.ts'
import { answerNoShop } from './messagePage.ts'
import { noteCaller } from './requestContext.ts'

/**
 * Serves the built web files and two pages, shop and panel. Pages embed the tenant's settings, so that the first
 * paint needs no call. Unknown paths get a page, for client-side routing.
 */
export async function pages(
  app: FastifyInstance,
  { tenants, mailer }: { tenants: Tenants; mailer: Mailer },
  webFolder: string,
  earlyScript: EarlyScript,
): Promise<void> {
  const [shop, panel] = await Promise.all(
    ['index.html', 'panel.html'].map((name) => readFile(join(webFolder, name), 'utf8')),
  )
  const texts = await readTexts(webFolder)
  const assetFiles = new Set(await readdir(join(webFolder, 'assets')))
  const rootFiles = new Set((await readdir(webFolder)).filter((name) => /\.(js|svg|png)$/.test(name)))
  app.get('/assets/*', (request, reply) => {
    const { '*': file } = request.params as { '*': string }
    // Old pages may request assets of an earlier build.
    if (!assetFiles.has(file)) throw new Refusal('notFound')
    return sendAsset(request, reply, `assets/${file}`, webFolder)
  })
  app.get('/shop.webmanifest', async (request, reply) => {
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    const language = pageLanguage(tenant.languages, request.cookies.language)
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(manifestOf(tenant, language))
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path.startsWith('/products/') || path.startsWith('/pictures/')) {
      throw new Refusal('notFound')
    }
    // The name is the same in each build, so it must be revalidated.
    if (rootFiles.has(path.slice(1))) {
      return reply
        .header('cache-control', 'no-cache')
        .sendFile(path.slice(1), webFolder, { cacheControl: false })
    }
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) return answerNoShop(request, reply)
    noteCaller(request, { tenant })
    const isPanel = panelPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    const language = pageLanguage(tenant.languages, request.cookies.language)
    const settings = settingsOf(tenant, { language, keepsMails: mailer.keepsMails })
    const page = withChoices((isPanel ? panel : shop) ?? '', language, colorScheme(request))
    // The shop's page is the same for every path: browsers keep one for all. Its first script knows the path.
    const preload = isPanel
      ? scriptsNamed(assetFiles, `texts.panel.${language}-`)
          .map((file) => `<link rel="modulepreload" href="${file}">`)
          .join('')
      : asData(
          'homeScripts',
          JSON.stringify(scriptsNamed(assetFiles, `texts.ordering.${language}-`, 'HomeSections-')),
        )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('permissions-policy', isPanel ? permissions.panel : permissions.shop)
      .send(
        page.replace('<!--settings-->', () =>
          [
            asData('settings', JSON.stringify(settings)),
            preload,
            earlyScript.element,
            asData('texts', texts[language], language),
          ].join(''),
        ),
      )
  })
}

/** Script elements of this type are not executed. */
function asData(id: string, json: string, language?: Language): string {
  const lang = language ? ` lang="${language}"` : ''
  return `<script type="application/json" id="${id}"${lang}>${json.replaceAll('<', '\\u003c')}</script>`
}

/** First-load texts per language. */
async function readTexts(webFolder: string): Promise<Record<Language, string>> {
  const read = async (language: Language) =>
    [language, await readFile(join(webFolder, `texts/${language}.json`), 'utf8')] as const
  return Object.fromEntries(await Promise.all(languages.map(read))) as Record<Language, string>
}

/** Undefined: follow the system. */
const colorScheme = ({ cookies }: FastifyRequest) =>
  (['light', 'dark'] as const).find((one) => one === cookies.colorScheme)

/** For the first paint, before scripts run. */
function withChoices(html: string, language: Language, scheme: 'light' | 'dark' | undefined): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const colors = scheme ? ` data-mantine-color-scheme="${scheme}"` : ''
  return html
    .replace('<html lang="tr">', `<html lang="${language}" dir="${direction}"${colors}>`)
    .replace('content="light dark"', `content="${scheme ?? 'light dark'}"`)
}

/** Addresses of the scripts whose names begin so. */
function scriptsNamed(assetFiles: Set<string>, ...beginnings: string[]): string[] {
  return [...assetFiles]
    .filter((name) => name.endsWith('.js') && beginnings.some((beginning) => name.startsWith(beginning)))
    .map((file) => `/assets/${file}`)
}

/** Pre-compressed, in an encoding the browser accepts. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, file: string, root: string) {
  const accepted = request.headers['accept-encoding']?.toString() ?? ''
  const encoding =
    compressible.test(file) && (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : '')
  reply.header('vary', 'accept-encoding')
  if (!encoding) return reply.sendFile(file, root, { maxAge: '365d', immutable: true })
  reply.header('content-encoding', encoding).type(types[extname(file)] ?? 'text/javascript')
  return reply.sendFile(`${file}${encoding === 'br' ? '.br' : '.gz'}`, root, {
    maxAge: '365d',
    immutable: true,
    contentType: false,
  })
}

const compressible = /\.(js|css|wasm)$/
/** Scripts need their type to be executed. */
const types: Record<string, string> = { '.css': 'text/css', '.wasm': 'application/wasm' }
