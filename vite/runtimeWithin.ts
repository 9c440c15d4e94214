import type { Plugin, Rolldown } from 'vite'

/**
 * Inlines the bundler's helpers into the script `into`, from which the scripts `of` import them: their own file would
 * cost a page's first request. Lazy scripts still use that file.
 */
export function runtimeWithin(into: string, of: readonly string[]): Plugin {
  return {
    name: 'runtime-within',
    apply: 'build',
    generateBundle: {
      // Before the HTML is written, which lists the scripts' imports.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
        const host = chunks.find(({ name }) => name === into)
        if (!runtime || !host?.imports.includes(runtime.fileName)) return
        host.code = inlineHelpers(host.code, runtime.code)
        for (const chunk of chunks.filter(({ name }) => name === into || of.includes(name))) {
          chunk.code = importFrom(chunk.code, host)
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
      },
    },
  }
}

const importPattern = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/
const exportPattern = /export\{([^}]*)\};?\s*$/
/** Prefixed, since other exports may have the helper's one-letter name. */
const exportName = (name: string) => `runtime_${name}`

/** @throws if the bundler's output has an unknown form */
function inlineHelpers(code: string, helpers: string): string {
  const [all = '', exportList = ''] = exportPattern.exec(helpers) ?? []
  const [, importList = ''] = importPattern.exec(code) ?? []
  if (!exportList || !importList || !exportPattern.test(code))
    throw new Error('The runtime is written in a way unknown here')
  const body = helpers.slice(0, -all.length)
  const renamed = exportList.split(',').map((specifier) => specifier.split(' as ').toReversed().join(':'))
  const imported = importList.split(',').map((specifier) => specifier.split(' as '))
  const copied = `var{${imported.map((names) => names.join(':')).join()}}=(()=>{${body}return{${renamed.join()}}})();`
  const exported = imported.map(([name = '', own = name]) => `${own} as ${exportName(name)}`).join()
  return code.replace(importPattern, copied).replace(exportPattern, `export{${exported},$1};`)
}

/** @throws if the host lacks a helper because it does not use it */
function importFrom(code: string, host: Rolldown.OutputChunk): string {
  return code.replace(importPattern, (_, importList: string) => {
    const names = importList.split(',').map((specifier) => specifier.split(' as '))
    for (const [name = ''] of names) {
      if (!host.code.includes(` as ${exportName(name)},`))
        throw new Error(`${host.name} has no helper ${name}`)
    }
    const specifiers = names.map(([name = '', own = name]) => `${exportName(name)} as ${own}`).join()
    return `import{${specifiers}}from"./${host.fileName.split('/').at(-1)}";`
  })
}
