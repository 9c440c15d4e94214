import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** One instruction, such as COPY, with what follows it. */
export type Instruction = { name: string; value: string }
export type Stage = { image: string; instructions: Instruction[] }

/** The stages of a Dockerfile, each from its FROM on. */
export function readStages(text: string): Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ image: value.split(' ')[0] ?? '', instructions: [] })
    else if (name) stages.at(-1)?.instructions.push({ name, value })
  }
  return stages
}

/** What a stage has by that name, joined; in its order. */
export const valuesOf = ({ instructions }: Stage, name: string): string[] =>
  instructions.filter((one) => one.name === name).map(({ value }) => value)

/**
 * Whether a .dockerignore keeps a path out of what is built from. As Docker does it: a pattern also matches what is below
 * it, and the last one that matches decides.
 */
export function isIgnored(path: string, dockerignore: string): boolean {
  const parts = path.split('/')
  const withParents = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let ignored = false
  for (const line of dockerignore.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const pattern = expressionOf(line.replace(/^!/, '').replaceAll(/^\/|\/$/g, ''))
    if (withParents.some((one) => pattern.test(one))) ignored = !line.startsWith('!')
  }
  return ignored
}

function expressionOf(pattern: string): RegExp {
  const meanings: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
  const text = pattern.replaceAll(/\*\*\/|\*\*|\*|\?|[^\w/]/g, (part) => meanings[part] ?? `\\${part}`)
  return new RegExp(`^${text}$`)
}

/** `COPY --from=… SOURCE… TARGET` from one folder into another; both stand for the root of an image. */
export async function copyBetween(
  value: string,
  from: string,
  to: string,
  workFolder: string,
): Promise<void> {
  const paths = value.split(' ').filter((part) => !part.startsWith('--'))
  const target = paths.pop() ?? ''
  for (const source of paths) {
    const original = join(from, resolve(workFolder, source))
    const copy = join(to, resolve(workFolder, target))
    // A folder's content is copied, a file into a folder that ends with a slash.
    const isFolder = await readdir(original).then(
      () => true,
      () => false,
    )
    const place = isFolder || !target.endsWith('/') ? copy : join(copy, basename(source))
    await mkdir(dirname(place), { recursive: true })
    await cp(original, place, { recursive: true, verbatimSymlinks: true })
  }
}

/**
 * The installed packages without the content of those that only development needs: removing them needs no more than
 * their names.
 */
export async function copyPackages(from: string, to: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(from, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [folder, { dev }] of Object.entries(packages)) {
    await mkdir(join(to, folder), { recursive: true })
    if (dev) await cp(join(from, folder, 'package.json'), join(to, folder, 'package.json'))
    else
      await cp(join(from, folder), join(to, folder), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.slice(join(from, folder).length).includes('/node_modules'),
      })
  }
  for (const name of ['.bin', '.package-lock.json', '.toptan-stamp'])
    await cp(join(from, 'node_modules', name), join(to, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
}
