import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'
import { testFolder } from './folder.ts'
import { freePort } from './freePort.ts'

/** The samples in `deploy`, run as they are but for addresses and paths. */
export const balancers: Balancer[] = [
  { name: 'haproxy', sample: 'haproxy.cfg', ...haproxy() },
  { name: 'haproxy of the compose file', sample: 'haproxy-compose.cfg', ...haproxy() },
  {
    name: 'nginx',
    sample: 'nginx.conf',
    program: '/usr/sbin/nginx',
    args: (file) => [
      '-g',
      `daemon off; master_process off; pid ${file}.pid; error_log ${file}.log warn;`,
      '-c',
      file,
    ],
    withPorts: (text, { port, securePort, certificate }) =>
      text
        .replace('listen 80', `listen 127.0.0.1:${port}`)
        .replace('listen 443', `listen 127.0.0.1:${securePort}`)
        .replaceAll(/\/etc\/nginx\/certificates\/\S+(?=;)/g, certificate),
    withoutTls: (text) => text.replaceAll(/^ *(?:listen 443|ssl_|if \(\$scheme).*\n/gm, ''),
  },
  {
    name: 'caddy',
    sample: 'Caddyfile',
    program: '/usr/bin/caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    withPorts: (text, { port, securePort, certificate }) =>
      text
        .replace(
          /^\{\n/m,
          `{\nadmin off\ndefault_bind 127.0.0.1\nhttp_port ${port}\nhttps_port ${securePort}\n`,
        )
        .replace(/^shop\.example\.com \{/m, `${hostNames.join(', ')} {\ntls ${certificate} ${certificate}`),
  },
]

export type Balancer = {
  name: string
  sample: string
  program: string
  args: (file: string) => string[]
  withPorts: (text: string, ports: Ports) => string
  /** Its variant without TLS, if the sample speaks of one. */
  withoutTls?: (text: string) => string
}

/** `certificate`: a file with certificate and key. */
type Ports = { port: number; securePort: number; certificate: string }

function haproxy(): Omit<Balancer, 'name' | 'sample'> {
  return {
    program: '/usr/sbin/haproxy',
    args: (file) => ['-db', '-f', file],
    withPorts: (text, { port, securePort, certificate }) =>
      text
        .replace(/bind :80(?:80)?$/m, `bind 127.0.0.1:${port}`)
        .replace(/bind :8?443 ssl crt \S+/, `bind 127.0.0.1:${securePort} ssl crt ${certificate}`)
        // The name of the compose file.
        .replace(' resolvers docker init-addr none', '')
        .replace(/server-template .*/, 'server one 10.0.0.11:3000\nserver two 10.0.0.12:3000'),
    withoutTls: (text) => text.replaceAll(/^ *(?:bind .* ssl |http-request redirect scheme).*\n/gm, ''),
  }
}

const openssl = '/usr/bin/openssl'

/** What is not installed here; '' if all is there. */
export const missingFor = ({ program }: Balancer): string =>
  [program, openssl].filter((one) => !existsSync(one)).join(', ')

/** The certificate is for these. */
const hostNames = ['shop.localhost', 'one.localhost']

async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const names = hostNames.map((name) => `DNS:${name}`).join(',')
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=shop
    -addext subjectAltName=${names} -keyout ${key} -out ${certificate}`
  execFileSync(openssl, request.split(/\s+/), { stdio: 'ignore' })
  await writeFile(both, Buffer.concat([await readFile(certificate), await readFile(key)]))
  return both
}

/**
 * Starts a proxy by its sample before servers on these ports of this machine, until the test ends. `change` gets the
 * sample's text first.
 */
export async function startBalancer(
  { sample, program, args, withPorts }: Balancer,
  servers: [number, number],
  change = (text: string) => text,
): Promise<{ port: number; securePort: number; ca: Buffer }> {
  const folder = await testFolder()
  const certificate = await makeCertificate(folder)
  const ports = { port: await freePort(), securePort: await freePort(), certificate }
  const text = change(await readFile(join(projectFolder, 'deploy', sample), 'utf8'))
  let index = 0
  const file = join(folder, 'balancer.conf')
  await writeFile(
    file,
    withPorts(text, ports).replaceAll(/10\.0\.0\.1\d:3000/g, () => `127.0.0.1:${servers[index++]}`),
  )
  const balancer = spawn(program, args(file), {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Where Caddy keeps its own things.
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  balancer.stderr.on('data', (part: Buffer) => {
    said += String(part)
  })
  const ended = once(balancer, 'exit')
  onTestFinished(async () => {
    balancer.kill('SIGKILL')
    await ended
  })
  for (;;) {
    if (balancer.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    if (await isListening(ports.port)) break
    await sleep(50)
  }
  return { port: ports.port, securePort: ports.securePort, ca: await readFile(certificate) }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
