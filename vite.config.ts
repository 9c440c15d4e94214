import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)
const source = new URL('./src/', import.meta.url)

export default defineConfig({
  root: 'src/web',
  plugins: [catalogues(), react(), babel({ presets: [reactCompilerPreset()] }), compressed()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A picture in a script is paid for by whoever never looks at it.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['src/web/index.html', 'src/web/panel.html'] },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/products': 'http://127.0.0.1:3000',
      '/pictures': 'http://127.0.0.1:3000',
    },
  },
})

/** Texts that only the server says: mails, and the sentences of its refusals but those that a page names itself. */
async function serversOwn(): Promise<(key: string) => boolean> {
  const web = new URL('web/', source)
  const files = (await readdir(web, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, web), 'utf8')))
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/'(error\.[\w.]+)'/g)].map(([, key]) => key)),
  )
  return (key) => key.startsWith('mail.') || (key.startsWith('error.') && !named.has(key))
}
const isPanelsOwn = (key: string) => key.startsWith('panel.')

/**
 * Serves `virtual:catalogue/LANGUAGE`, and `virtual:catalogue/panel/LANGUAGE` with what only the panel says: a
 * language's texts compiled, so that no parser goes to the browser.
 */
function catalogues(): Plugin {
  const prefix = 'virtual:catalogue/'
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: async (id) => {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const isPanel = id.includes('/panel/')
      const language = id.split('/').at(-1)
      const texts = JSON.parse(await readFile(new URL(`shared/i18n/${language}.json`, source), 'utf8'))
      const isServersOwn = await serversOwn()
      const compiled = Object.entries<string>(texts)
        .filter(([key]) => !isServersOwn(key) && isPanelsOwn(key) === isPanel)
        .map(([key, text]) => [key, compileMessageOrThrow(text)])
      // A string that is parsed at run time is quicker than the same literal compiled as code.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
    },
  }
}

/** Writes .br and .gz beside scripts and styles: compressed once here, at the best setting, not per request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // After everything is written: other plugins change scripts until then.
    async writeBundle({ dir = '' }, bundle) {
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          await writeFile(`${path}.br`, await brotli(content, best))
          await writeFile(`${path}.gz`, await gzip(content, { level: 9 }))
        }),
      )
    },
  }
}
