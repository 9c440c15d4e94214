import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the bundler's own few helpers into the script `into`, and has the scripts `of` take them from there: they come as
 * a file of their own, which a page would ask for first. What is loaded later goes on taking them from that file.
 */
export function runtimeWithin(into: string, of: readonly string[]): Plugin {
  return {
    name: 'runtime-within',
    apply: 'build',
    generateBundle: {
      // Before the pages are written: they ask for what their scripts import.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
        const host = chunks.find(({ name }) => name === into)
        if (!runtime || !host?.imports.includes(runtime.fileName)) return
        host.code = withHelpers(host.code, runtime.code)
        for (const chunk of chunks.filter(({ name }) => name === into || of.includes(name))) {
          chunk.code = takenFrom(chunk.code, host)
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
      },
    },
  }
}

const importing = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/
const exporting = /export\{([^}]*)\};?\s*$/
/** What a helper is called outside: by a letter of its file, which others may have too. */
const outside = (name: string) => `runtime_${name}`

/** A script that has the helpers in it and gives them out. Throws where the bundler writes them in another way. */
function withHelpers(code: string, helpers: string): string {
  const [all = '', given = ''] = exporting.exec(helpers) ?? []
  const [, taken = ''] = importing.exec(code) ?? []
  if (!given || !taken || !exporting.test(code))
    throw new Error('The runtime is written in a way unknown here')
  const body = helpers.slice(0, -all.length)
  const renamed = given.split(',').map((one) => one.split(' as ').toReversed().join(':'))
  const wanted = taken.split(',').map((one) => one.split(' as '))
  const copied = `var{${wanted.map((names) => names.join(':')).join()}}=(()=>{${body}return{${renamed.join()}}})();`
  const exported = wanted.map(([name = '', own = name]) => `${own} as ${outside(name)}`).join()
  return code.replace(importing, copied).replace(exporting, `export{${exported},$1};`)
}

/** Throws where a helper is wanted that the host does not use itself, and so does not have. */
function takenFrom(code: string, host: Rolldown.OutputChunk): string {
  return code.replace(importing, (_, taken: string) => {
    const names = taken.split(',').map((one) => one.split(' as '))
    for (const [name = ''] of names) {
      if (!host.code.includes(` as ${outside(name)},`)) throw new Error(`${host.name} has no helper ${name}`)
    }
    const said = names.map(([name = '', own = name]) => `${outside(name)} as ${own}`).join()
    return `import{${said}}from"./${host.fileName.split('/').at(-1)}";`
  })
}
