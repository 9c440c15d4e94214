import { execFile, spawnSync } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'

/** Its npm records its arguments and fails, with what `failures` lists for arguments that it is given. */
async function bareClone(failures: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-clone-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const file of ['start.mjs', 'package.json', 'package-lock.json'])
    await copyFile(join(projectFolder, file), join(folder, file))
  await cp(join(projectFolder, 'start'), join(folder, 'start'), { recursive: true })
  await mkdir(join(folder, 'src/server'), { recursive: true })
  await writeFile(join(folder, 'src/server/main.ts'), '')
  const npm = join(folder, 'npm-cli.js')
  const npmArguments = join(folder, 'asked')
  const content = `import fs from 'node:fs'
    const given = process.argv.slice(2)
    fs.appendFileSync('asked', given.join(' ') + '\\n')
    for (const [argument, failure] of Object.entries(${JSON.stringify(failures)}))
      if (given.includes(argument)) console.error('npm error code ' + failure)
    process.exit(1)`
  await writeFile(npm, content)
  return {
    /** Returns npm's arguments on a Node that lacks a crypto function. */
    start: async (missing?: string) => {
      const code = `import crypto from 'node:crypto'; import { syncBuiltinESMExports } from 'node:module';
        delete crypto['${missing}']; syncBuiltinESMExports()`
      const before = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
      const env = { ...process.env, npm_execpath: npm, NODE_OPTIONS: '' }
      const run = spawnSync(process.execPath, [...before, 'start.mjs', 'tenant'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return { asked: await readFile(npmArguments, 'utf8'), output: run.stderr }
    },
  }
}

test('a sufficient Node is used', async () => {
  const clone = await bareClone()
  expect((await clone.start()).asked).toMatch(/^ci /)
})

test.each(['argon2', 'randomUUIDv7'])('without crypto.%s a newer Node is installed', async (missing) => {
  const clone = await bareClone()
  const { asked: npmArguments, output } = await clone.start(missing)
  expect(npmArguments).toMatch(/^install --prefix .* node-\w+-\w+@24\.\d+\.\d+\n$/)
  expect(output).toMatch(
    /^Getting Node 24\.\d+\.\d+ .*\n.*could not be installed\. Install Node 24\.16 or later/,
  )
})

test('packages come from npm’s cache, and what it is too old for is asked for', async () => {
  const { asked } = await (await bareClone({ '--prefer-offline': 'ETARGET' })).start()
  expect(asked.match(/^ci --prefer-\w+/gm)).toEqual(['ci --prefer-offline', 'ci --prefer-online'])
})

test('what a registry lacks for other platforms stops no install', async () => {
  const { asked } = await (await bareClone({ ci: 'EUSAGE' })).start()
  expect(asked.match(/^\S+/gm)).toEqual(['ci', 'install'])
})

const commands = 'import tenant demo jobs distribute doctor operator backup restore db:reset'.split(' ')

test.concurrent.each(commands)('npm run %s is found, and refuses a wrong call', async (name) => {
  // Nobody's database, should a command run after all.
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: join(tmpdir(), `toptan-no-data-${name}`) }
  const options = { cwd: projectFolder, env }
  const run = promisify(execFile)(process.execPath, ['start.mjs', name, '--nonsense'], options)
  await expect(run).rejects.toMatchObject({ code: 2 })
})
