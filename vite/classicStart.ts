import type { Plugin, Rolldown } from 'vite'

/**
 * Turns the script `first` and those named `then` into classic scripts before all modules. Chromium caches compiled
 * classic scripts from the third visit on, but recompiles modules each time (script_streamer.cc, "ModuleScript
 * doesn't support off-thread cache consumption"). Other scripts copy the exports once, so none may change later (an
 * oxlint rule checks this). In `worker`, `firstScripts` becomes their paths.
 */
export function classicStart(first: string, then: readonly string[], worker: string): Plugin[] {
  /** Otherwise lazy scripts preload these as modules and compile them again. */
  const startFile = new RegExp(`/(${[first, ...then].join('|')})-[\\w-]{8}\\.js$`)
  const resolveDependencies = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
    hostType === 'js' ? files.filter((file) => !startFile.test(file)) : files
  const startsOf = (bundle: Rolldown.OutputBundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    return {
      chunks,
      starts: [first, ...then].flatMap((name) => chunks.filter((chunk) => chunk.name === name)),
    }
  }
  return [
    {
      name: 'classic-start-asked-once',
      apply: 'build',
      config: () => ({ build: { modulePreload: { resolveDependencies } } }),
    },
    {
      name: 'classic-start',
      apply: 'build',
      generateBundle: {
        // Other plugins change scripts and pages first.
        order: 'post',
        handler(_options, bundle) {
          const { chunks, starts } = startsOf(bundle)
          for (const chunk of chunks) {
            for (const start of starts) chunk.code = withoutImport(chunk.code, start)
          }
          for (const start of starts) start.code = asClassic(start)
          for (const chunk of chunks) if (chunk.name === worker) chunk.code = withPaths(chunk.code, starts)
          for (const file of Object.values(bundle)) {
            if (file.type === 'asset' && file.fileName.endsWith('.html')) {
              file.source = withTags(String(file.source), starts)
            }
          }
        },
      },
    },
  ]
}

const baseName = ({ fileName }: Rolldown.OutputChunk) => fileName.split('/').at(-1) ?? ''
/** The file name contains the build's hash. */
const globalFor = (start: Rolldown.OutputChunk) => `globalThis[${JSON.stringify(baseName(start))}]`

function withoutImport(code: string, start: Rolldown.OutputChunk): string {
  const file = baseName(start).replaceAll('.', String.raw`\.`)
  const result = code
    .replace(new RegExp(`import\\{([^}]*)\\}from"\\./${file}";?`, 'g'), (_, specifiers: string) => {
      const names = specifiers.split(',').map((specifier) => specifier.split(' as ').join(':'))
      return `const{${names.join()}}=await ${globalFor(start)};`
    })
    .replace(new RegExp(`import"\\./${file}";?`, 'g'), '')
  if (result.includes(`"./${baseName(start)}"`))
    throw new Error(`${baseName(start)} is imported in a way unknown here`)
  return result
}

const exportPattern = /export\{([^}]*)\};?\s*$/
/** The bundler's code for preload URLs; classic scripts have no import.meta. */
const preloadUrlCode = 'import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)'

function asClassic(start: Rolldown.OutputChunk): string {
  const code = start.code.replace(preloadUrlCode, 'new URL(e,document.baseURI)')
  const [all = '', specifiers = ''] = exportPattern.exec(code) ?? []
  if (!specifiers || /\bimport\.meta\b|\bimport[{"]/.test(code)) {
    throw new Error(`${baseName(start)} cannot be a classic script`)
  }
  const names = specifiers.split(',').map((specifier) => specifier.split(' as ').toReversed().join(':'))
  // Async, since modules may use top-level await.
  const body = code.slice(0, -all.length)
  return `${globalFor(start)}=(async()=>{"use strict";${body}\nreturn{${names.join()}}})();`
}

/** `blocking="render"`: there is nothing to draw yet, and a frame costs 20 ms on a slow processor. */
function withTags(html: string, starts: Rolldown.OutputChunk[]): string {
  const tagOf = ({ fileName }: Rolldown.OutputChunk) =>
    new RegExp(
      `\\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="/${fileName}">(?:</script>)?`,
    )
  const referenced = starts.filter((start, index) => index === 0 || tagOf(start).test(html))
  const tags = referenced.map(
    ({ fileName }) => `\n    <script defer blocking="render" src="/${fileName}"></script>`,
  )
  const without = referenced.reduce((text, start) => text.replace(tagOf(start), ''), html)
  return without.replace('</title>', `</title>${tags.join('')}`)
}

function withPaths(code: string, starts: Rolldown.OutputChunk[]): string {
  const paths = JSON.stringify(starts.map(({ fileName }) => `/${fileName}`))
  const result = code.replaceAll(/\bfirstScripts\b/g, paths)
  if (result === code) throw new Error('No worker keeps the first scripts')
  return result
}
