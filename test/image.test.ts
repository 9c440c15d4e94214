import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { canReach, runsAsRoot, unprivilegedUser } from '#server/db/system-user.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { client } from './app.ts'
import { complaintsIn } from './complaints.ts'
import { runSql } from './database.ts'
import { copyBetween, copyPackages, isIgnored, readStages, type Stage, valuesOf } from './dockerfile.ts'
import { freePort } from './freePort.ts'
import { exchange } from './http.ts'
import { plainPicture } from './upload.ts'

const packages = join(projectFolder, 'node_modules')
const dockerfile = await readFile(join(projectFolder, 'deploy/Dockerfile'), 'utf8')
const dockerignore = await readFile(join(projectFolder, '.dockerignore'), 'utf8')
const compose = await readFile(join(projectFolder, 'deploy/compose.yaml'), 'utf8')

test('only what the image is built from can get into it', () => {
  const kept = (paths: string[]) => paths.filter((path) => !isIgnored(path, dockerignore))
  const secret = `
    .env .env.local src/.env src/web/shop/.env.production deploy/.env deploy/toptan.env db/toptan.env
    data/secret.key data/postgres/cluster/PG_VERSION secret.key backup.zip .git .git/config
    node_modules/fastify/package.json dist/server/main.js .runtime/preparing .cache/erp/x
    test-results/trace.zip playwright-report/index.html
    test/app.ts deploy/compose.yaml docs/operating.md .ci/run`
    .trim()
    .split(/\s+/)
  expect(kept(secret)).toEqual([])
  const needed = [
    'start.mjs',
    'start/run.mjs',
    '.npmrc',
    'package-lock.json',
    'src/server/main.ts',
    'db/demo/pictures.br',
  ]
  expect(kept(needed)).toEqual(needed)
})

test('a .dockerignore is read as Docker reads it', () => {
  const ignored = (patterns: string[], path: string) => isIgnored(path, patterns.join('\n'))
  expect(ignored(['data'], 'data/a/b')).toBe(true)
  expect(ignored(['data'], 'src/data/a')).toBe(false)
  expect(ignored(['**/data'], 'src/data/a')).toBe(true)
  expect(ignored(['**/data'], 'data')).toBe(true)
  expect(ignored(['*.md'], 'docs/a.md')).toBe(false)
  expect(ignored(['*', '!src'], 'src/a/b.ts')).toBe(false)
  expect(ignored(['*', '!src', 'src/a'], 'src/a/b.ts')).toBe(true)
  expect(ignored(['# *', 'a.b'], 'axb')).toBe(false)
})

test('images are named by exact versions, and Node is the one that is installed elsewhere', async () => {
  const built = readStages(dockerfile).map(({ image }) => image)
  const used = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image)
  expect(built.length).toBeGreaterThan(1)
  expect(used.length).toBeGreaterThan(2)
  expect([...built, ...used].filter((image) => !/^postgres:\d+\.\d+-|:v?\d+\.\d+\.\d+-/.test(image))).toEqual(
    [],
  )
  const prepare = await readFile(join(projectFolder, 'start/prepare.mjs'), 'utf8')
  const [, nodeVersion] = /nodeVersion = '([\d.]+)'/.exec(prepare) ?? []
  expect(new Set(built)).toEqual(new Set([`node:${nodeVersion}-bookworm-slim`]))
})

type Run = { code: number | null; said: string; complained: string }

describe('what the Dockerfile makes, as an ordinary user on folders that cannot be written', () => {
  let root: string
  let stages: [build: Stage, run: Stage]
  let workFolder: string
  let settings: NodeJS.ProcessEnv
  let user: { uid?: number; gid?: number }
  let node: string
  /** Empty ones; the second is restored into. */
  const databases = ['', '_other'].map((end) => `image_${randomBytes(6).toString('hex')}${end}`)
  const inImage = (path: string) => join(root, 'image', path)

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'toptan-image-'))
    await chmod(root, 0o755)
    const [build, run, ...others] = readStages(dockerfile)
    if (!build || !run || others.length > 0) throw new Error('The Dockerfile has not two stages')
    stages = [build, run]
    workFolder = valuesOf(run, 'WORKDIR')[0] ?? ''
    const ordinary = runsAsRoot() ? await unprivilegedUser() : null
    user = ordinary ? { uid: ordinary.uid, gid: ordinary.gid } : {}
    node = process.execPath
    if (!canReach(ordinary, [node])) {
      node = join(root, 'node')
      await copyFile(process.execPath, node)
    }
    await buildStage(stages[0])
    await runStage(stages[1])
    const { socketDirectory, port } = inject('postgres')
    for (const name of databases) await prepareEmbedded(socketDirectory, port, name)
    settings = {
      ...Object.fromEntries(
        valuesOf(stages[1], 'ENV').flatMap((value) => value.split(' ').map((pair) => pair.split('='))),
      ),
      DATA_DIR: inImage('data'),
      HOST: '127.0.0.1',
      SECRET_KEY: 'a key of at least thirty-two characters',
      BACKUP_PASSPHRASE: 'a passphrase for this test',
    }
  }, 600_000)

  afterAll(async () => {
    for (const name of databases) await asSuperuser(`drop database if exists ${name} with (force)`)
    execFileSync('chmod', ['-R', 'u+w', root])
    await rm(root, { recursive: true, force: true })
  })

  /**
   * `COPY . .` of the files that are not ignored, and RUN. The packages are there already, and what is built too if it is
   * up to date, unless all is tested: building takes a minute.
   */
  async function buildStage(stage: Stage): Promise<void> {
    expect(valuesOf(stage, 'COPY')).toEqual(['. .'])
    const folder = join(root, 'build', valuesOf(stage, 'WORKDIR')[0] ?? '')
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: projectFolder,
      encoding: 'utf8',
    })
    for (const path of listed.trim().split('\n')) {
      if (isIgnored(path, dockerignore) || !existsSync(join(projectFolder, path))) continue
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await copyFile(join(projectFolder, path), join(folder, path))
    }
    if (!process.env.TEST_ALL && isBuilt()) {
      await copyPackages(dirname(await realpath(packages)), folder)
      await cp(join(projectFolder, 'dist'), join(folder, 'dist'), { recursive: true })
    } else execFileSync('cp', ['-a', await realpath(packages), join(folder, 'node_modules')])
    for (const line of valuesOf(stage, 'RUN')) await shell(line, folder)
  }

  function isBuilt(): boolean {
    const script = `const { isBuilt } = await import('./start/prepare.mjs'); process.exit(['web', 'server'].every(isBuilt) ? 0 : 1)`
    return (
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: projectFolder }).status === 0
    )
  }

  async function runStage(stage: Stage): Promise<void> {
    const folder = inImage(workFolder)
    await mkdir(folder, { recursive: true })
    const owner = `${user.uid ?? process.getuid?.()}:${user.gid ?? process.getgid?.()}`
    const here = (line: string) => line.replaceAll('/data', inImage('data')).replaceAll('node:node', owner)
    for (const { name, value } of stage.instructions) {
      if (name === 'RUN') await shell(here(value), folder)
      if (name === 'COPY') await copyBetween(value, join(root, 'build'), join(root, 'image'), workFolder)
    }
    execFileSync('chmod', ['-R', 'a-w', folder])
  }

  async function shell(line: string, cwd: string): Promise<void> {
    // Not what npm tells the commands that it starts.
    const own = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD',
    )
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
    const env = {
      ...Object.fromEntries(own),
      PATH,
      npm_config_cache: join(root, 'npm'),
      npm_config_offline: 'true',
    }
    await promisify(execFile)('/bin/sh', ['-c', line], { cwd, env })
  }

  function asSuperuser(statement: string) {
    const { socketDirectory, port } = inject('postgres')
    return runSql(
      { ...embeddedConnections(socketDirectory, port, 'postgres').owner, user: 'postgres' },
      statement,
    )
  }

  const urlOf = (name: string | undefined) => {
    const { socketDirectory, port } = inject('postgres')
    return `postgres://toptan_owner@/${name}?host=${encodeURIComponent(socketDirectory)}&port=${port}`
  }

  function start(args: string[], env: NodeJS.ProcessEnv = {}) {
    return spawn(node, args, {
      cwd: inImage(workFolder),
      env: { PATH: `${dirname(node)}:/usr/bin:/bin`, DATABASE_URL: urlOf(databases[0]), ...settings, ...env },
      ...user,
    })
  }

  /** As `docker compose exec toptan node start.mjs …` runs it. */
  async function command(args: string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Run> {
    const child = start(['start.mjs', ...args], env)
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    })
    child.stdin.end(input)
    const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    return { code, said, complained }
  }

  async function successful(args: string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { code, said, complained } = await command(args, input, env)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}${complained}`)
    expect(complained).toMatch(args.includes('--list') ? /^$/ : /^Database: image_\w+ at .*\n/)
    return said
  }

  test('runs the server, and every command beside it', { timeout: 120_000 }, async () => {
    const port = await freePort()
    const program = JSON.parse(valuesOf(stages[1], 'CMD')[0] ?? '[]') as string[]
    const server = start(program.slice(1), { PORT: String(port) })
    onTestFinished(() => {
      server.kill('SIGKILL')
    })
    const lines = text(server.stderr)
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(health, { timeout: 30_000 }).toBe(200)

    const password = 'mavi kapı 4711 dolap'
    const created = [
      'tenant',
      'create',
      'acme',
      '--name',
      'Acme',
      '--admin',
      'yasemin',
      '--host',
      'shop.acme.com',
    ]
    expect(await successful(created, `${password}\n`)).toMatch(/^Acme was added: /)
    expect(await successful(['tenant', 'list'])).toMatch(/^acme {2}Acme\n/)
    expect(await successful(['operator', 'add', 'operator'], 'lacivert perde 52 masa\n')).toBe(
      'operator was added.\n',
    )
    expect(await successful(['jobs'])).toMatch(/./)

    const photos = join(root, 'photos')
    await mkdir(photos)
    await writeFile(join(photos, 'A1_RED_1.png'), await plainPicture(900, 1200).png().toBuffer())
    await writeFile(
      join(photos, 'products.csv'),
      'brandName;categoryName;itemDescription;itemCode;colorCode;colorDescription;itemDim1Code;barcode;priceCB;currencyCB;inventory\n' +
        'Mavi;Elbise;Elbise;A1;RED;Kırmızı;38;1;100;TRY;5\n',
    )
    const imported = await successful(['import', join(photos, 'products.csv'), '--photos', photos])
    expect(imported).toMatch(/products {2}1 added/)
    expect(imported).toMatch(/photos {4}1 added/)

    const kept = join(inImage('data'), 'kept')
    expect(await successful(['backup', kept])).toMatch(/read back: 1 wholesaler, .* 1 photos\n$/)
    expect(await successful(['backup', kept, '--list'])).toMatch(/^\S+ {2}1 wholesaler/)
    const doctor = await command(['doctor'])
    expect(doctor.said).toMatch(/^wholesalers +1\nserver +\S+ \d+ since /)
    expect([doctor.code, doctor.complained.split('\n').length]).toEqual([
      doctor.said.includes('! ') ? 1 : 0,
      2,
    ])

    const other = { DATABASE_URL: urlOf(databases[1]), DATA_DIR: join(inImage('data'), 'other') }
    expect(await successful(['restore', kept], '', other)).toMatch(/was restored\.\n {2}acme /)
    expect(await successful(['tenant', 'list'], '', other)).toMatch(/^acme {2}Acme\n/)
    const refused = await command(['demo'])
    expect(refused.complained).toContain('This database already has tenants.')
    expect((await command(['distribute'])).complained).toContain('Set DATABASE_URL to the coordinator')
    expect((await command(['db:reset'])).complained).toContain('db:reset erases only the embedded database.')
    const build = await command(['build'])
    expect(build).toMatchObject({ code: 1, said: '' })
    expect(build.complained).toMatch(/^There is no task "build"\. Tasks: serve, import, [^\n]*\n$/)

    const host = 'shop.acme.com'
    const page = await exchange({ port, path: '/panel', headers: { host, accept: 'text/html' } })
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('<title>')])
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(String(page.body)) ?? []
    expect(await exchange({ port, path: script, headers: { host } })).toMatchObject({ status: 200 })
    const agent = await exchange({ port, path: '/api/erp-agent.tgz', headers: { host } })
    expect(agent.headers['content-type']).toBe('application/gzip')
    const signedIn = await client(port, { host }).post('/api/Account/authenticate', {
      username: 'yasemin',
      password,
    })
    const office = client(port, { host, authorization: `Bearer ${signedIn.body.token}` })
    expect((await office.get('/api/openapi.json')).status).toBe(200)
    // With fonts, photos and a thread.
    const { id } = (await office.post('/api/Shop/StartPhotoCatalogue', {})).body.data
    const state = async () => (await office.get('/api/Shop/GetPhotoCatalogues')).body.data[0].state
    await expect.poll(state, { timeout: 20_000 }).toBe('ready')
    const drawn = await office.get('/api/Shop/GetPhotoCatalogue', { id })
    expect([drawn.status, String(drawn.body).slice(0, 5)]).toEqual([200, '%PDF-'])
    server.kill('SIGTERM')
    const complaints = complaintsIn(await lines).filter((line) => !line.includes('Migration '))
    expect(complaints).toEqual([])
  })

  test('refuses a Node that is too old', async () => {
    const code = `import crypto from 'node:crypto'; import { syncBuiltinESMExports } from 'node:module';
      delete crypto.argon2; syncBuiltinESMExports()`
    const child = start([
      '--import',
      `data:text/javascript,${encodeURIComponent(code)}`,
      'start.mjs',
      'tenant',
      'list',
    ])
    expect(await text(child.stderr)).toMatch(/^Toptan needs Node 24\.16 or later; this is Node [\d.]+\.\n$/)
  })
})
