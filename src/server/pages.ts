import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import { pageLanguage } from '#shared/pageLanguage.ts'
import { panelPrefixes } from '#shared/paths.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import type { EarlyScript } from './earlyScript.ts'
import { noteCaller } from './requestContext.ts'
import { settingsOf, type Tenants } from './tenancy/tenants.ts'

/**
 * The browser's side: hashed files kept for ever, and two pages, shop and panel, which carry the tenant's
 * settings so that the first paint needs no call. Any path that is no file is a page: its router decides.
 */
export async function pages(
  app: FastifyInstance,
  tenants: Tenants,
  webFolder: string,
  early: EarlyScript,
): Promise<void> {
  const [shop, panel] = await Promise.all(
    ['index.html', 'panel.html'].map((name) => readFile(join(webFolder, name), 'utf8')),
  )
  const texts = await readTexts(webFolder)
  const built = new Set(await readdir(join(webFolder, 'assets')))
  const named = new Set((await readdir(webFolder)).filter((name) => /\.(js|svg)$/.test(name)))
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
    // Kept under its name from build to build, and so asked for anew.
    if (named.has(path.slice(1))) {
      return reply
        .header('cache-control', 'no-cache')
        .sendFile(path.slice(1), webFolder, { cacheControl: false })
    }
    const tenant = await tenants.byHost(request.headers.host)
    if (!tenant) throw new Refusal('notFound')
    noteCaller(request, { tenant })
    const isPanel = panelPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    const settings = settingsOf(tenant)
    const language = pageLanguage(settings.languages, request.cookies.language)
    const page = withChoices((isPanel ? panel : shop) ?? '', language, colorScheme(request))
    const ahead = isPanel ? fetchedAhead(built, 'panel', language) : ''
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('permissions-policy', isPanel ? permissions.panel : permissions.shop)
      .send(
        page.replace('<!--settings-->', () =>
          [
            asData('settings', JSON.stringify(settings)),
            early.element,
            ahead,
            asData('texts', texts[language], language),
          ].join(''),
        ),
      )
  })
}

/** What a browser offers to pages, and ours have no use for. */
const unused = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')
/** The shop scans barcodes. */
const permissions = { shop: `camera=(self), ${unused}`, panel: `camera=(), ${unused}` }

/** JSON as data: in a script element of a type that no browser runs. */
function asData(id: string, json: string, language?: Language): string {
  const lang = language ? ` lang="${language}"` : ''
  return `<script type="application/json" id="${id}"${lang}>${json.replaceAll('<', '\\u003c')}</script>`
}

/** What each language says in the first load, as JSON. */
async function readTexts(webFolder: string): Promise<Record<Language, string>> {
  const read = async (language: Language) =>
    [language, await readFile(join(webFolder, `texts/${language}.json`), 'utf8')] as const
  return Object.fromEntries(await Promise.all(languages.map(read))) as Record<Language, string>
}

/** Undefined where the page follows the system. */
const colorScheme = ({ cookies }: FastifyRequest) =>
  (['light', 'dark'] as const).find((one) => one === cookies.colorScheme)

/** Language, direction and colours of the first paint, before any script has run. */
function withChoices(html: string, language: Language, scheme: 'light' | 'dark' | undefined): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const colors = scheme ? ` data-mantine-color-scheme="${scheme}"` : ''
  return html
    .replace('<html lang="tr">', `<html lang="${language}" dir="${direction}"${colors}>`)
    .replace('content="light dark"', `content="${scheme ?? 'light dark'}"`)
}

/** A part's texts, which its scripts would ask for only when they run. */
function fetchedAhead(built: Set<string>, part: string, language: Language): string {
  const file = [...built].find(
    (name) => name.startsWith(`texts.${part}.${language}-`) && name.endsWith('.js'),
  )
  return `<link rel="modulepreload" href="/assets/${file}">`
}

/** A built file, in the encoding that was made at build time and that the browser takes. */
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
/** Of what is not a script. A program of any other type would not be run while it loads. */
const types: Record<string, string> = { '.css': 'text/css', '.wasm': 'application/wasm' }
