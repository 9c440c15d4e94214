import type { Plugin, Rolldown } from 'vite'

/**
 * Makes the script `first`, which every page needs, and those of the names `then` classic ones, before all modules.
 * Chromium compiles a module anew each time, beside the main thread: its reader of the code that it keeps has no way for
 * modules (script_streamer.cc, "ModuleScript doesn't support off-thread cache consumption"). A classic script is kept
 * compiled from its third visit on. What else is in the build takes what these export by way of the page: once, so
 * nothing exported may change later (oxlint sees to it). The script `worker` is told the names of both as `firstScripts`.
 */
export function classicStart(first: string, then: readonly string[], worker: string): Plugin[] {
  /** A script that comes later asks ahead for what it imports: these are there by then, and would be compiled again. */
  const isStart = new RegExp(`/(${[first, ...then].join('|')})-[\\w-]{8}\\.js$`)
  const withoutStarts = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
    hostType === 'js' ? files.filter((file) => !isStart.test(file)) : files
  const startsOf = (bundle: Rolldown.OutputBundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // In the order in which they need each other.
    return {
      chunks,
      starts: [first, ...then].flatMap((name) => chunks.filter((chunk) => chunk.name === name)),
    }
  }
  return [
    {
      name: 'classic-start-asked-once',
      apply: 'build',
      config: () => ({ build: { modulePreload: { resolveDependencies: withoutStarts } } }),
    },
    {
      name: 'classic-start',
      apply: 'build',
      generateBundle: {
        // After others have written into scripts and pages.
        order: 'post',
        handler(_options, bundle) {
          const { chunks, starts } = startsOf(bundle)
          for (const chunk of chunks) {
            for (const start of starts) chunk.code = withoutImport(chunk.code, start)
          }
          for (const start of starts) start.code = asClassic(start)
          for (const chunk of chunks) if (chunk.name === worker) chunk.code = withNames(chunk.code, starts)
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
/** Where a script puts what it exports. Its name says of which build it is. */
const place = (start: Rolldown.OutputChunk) => `globalThis[${JSON.stringify(baseName(start))}]`

function withoutImport(code: string, start: Rolldown.OutputChunk): string {
  const file = baseName(start).replaceAll('.', String.raw`\.`)
  const taken = code
    .replace(new RegExp(`import\\{([^}]*)\\}from"\\./${file}";?`, 'g'), (_, given: string) => {
      const names = given.split(',').map((one) => one.split(' as ').join(':'))
      return `const{${names.join()}}=await ${place(start)};`
    })
    .replace(new RegExp(`import"\\./${file}";?`, 'g'), '')
  if (taken.includes(`"./${baseName(start)}"`))
    throw new Error(`${baseName(start)} is imported in a way unknown here`)
  return taken
}

const exporting = /export\{([^}]*)\};?\s*$/
/** How the bundler finds what a script wants loaded with it. A classic script has no address of its own to ask for. */
const resolving = 'import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)'

function asClassic(start: Rolldown.OutputChunk): string {
  const code = start.code.replace(resolving, 'new URL(e,document.baseURI)')
  const [all = '', given = ''] = exporting.exec(code) ?? []
  if (!given || /\bimport\.meta\b|\bimport[{"]/.test(code)) {
    throw new Error(`${baseName(start)} cannot be a classic script`)
  }
  const names = given.split(',').map((one) => one.split(' as ').toReversed().join(':'))
  // Asynchronous, since a module may wait in the middle of its start, as for texts that did not come with the page.
  const body = code.slice(0, -all.length)
  return `${place(start)}=(async()=>{"use strict";${body}\nreturn{${names.join()}}})();`
}

/**
 * Names the first of the scripts, and others that the page names, as what they are. The browser is asked to draw nothing
 * before them: there is nothing to draw, and a frame of it takes a slowed processor 20 ms.
 */
function withTags(html: string, starts: Rolldown.OutputChunk[]): string {
  const tagOf = ({ fileName }: Rolldown.OutputChunk) =>
    new RegExp(
      `\\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="/${fileName}">(?:</script>)?`,
    )
  const named = starts.filter((start, index) => index === 0 || tagOf(start).test(html))
  const tags = named.map(
    ({ fileName }) => `\n    <script defer blocking="render" src="/${fileName}"></script>`,
  )
  const without = named.reduce((text, start) => text.replace(tagOf(start), ''), html)
  return without.replace('</title>', `</title>${tags.join('')}`)
}

/** With the paths of the scripts in the place of the name that stands for them. */
function withNames(code: string, starts: Rolldown.OutputChunk[]): string {
  const paths = JSON.stringify(starts.map(({ fileName }) => `/${fileName}`))
  const named = code.replaceAll(/\bfirstScripts\b/g, paths)
  if (named === code) throw new Error('No worker keeps the first scripts')
  return named
}
