import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { panelPrefixes } from '../src/shared/paths.ts'

// `npm run dev`: the server restarts when its code changes, and Vite in front of it reloads the web's.

const port = Number(process.env.PORT || 3000)
const serverPort = await freePort()
const serverPaths = ['/api/', '/products/', '/pictures/', '/health']
const web = await startWeb()
const server = startServer()
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => server.kill())
server.once('exit', () => void web.close().then(() => process.exit()))

/** Stays the same while the server restarts. */
async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port: found } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return found
}

function startServer(): ChildProcess {
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout) {
    // The addresses it announces are Vite's.
    createInterface({ input: child.stdout }).on('line', (line) =>
      console.log(line.replaceAll(`:${serverPort}`, `:${port}`)),
    )
  }
  return child
}

async function startWeb(): Promise<ViteDevServer> {
  const target = `http://127.0.0.1:${serverPort}`
  const vite = await createServer({
    appType: 'custom',
    plugins: [pages()],
    optimizeDeps: { entries: ['*.html'] },
    server: {
      port,
      strictPort: true,
      host: process.env.HOST || '127.0.0.1',
      proxy: Object.fromEntries(serverPaths.map((path) => [path, target])),
    },
  })
  return vite.listen()
}

/** Holds calls while the server restarts, and sends the pages. */
function pages(): Plugin {
  return {
    name: 'pages',
    configureServer: (vite) => {
      vite.middlewares.use((request, _response, next) => {
        if (serverPaths.some((path) => request.url?.startsWith(path))) whenListening(() => next())
        else next()
      })
      return () =>
        vite.middlewares.use((request, response, next) => {
          const url = request.originalUrl ?? '/'
          // A worker left by `npm start` would answer with pages of the built web.
          if (url === '/pageKeeper.js') {
            response.setHeader('content-type', 'text/javascript')
            response.end('self.addEventListener("activate", () => self.registration.unregister())')
          } else if (request.headers.accept?.includes('text/html')) {
            response.setHeader('content-type', 'text/html; charset=utf-8')
            pageOf(vite, url).then((page) => response.end(page), next)
          } else next()
        })
    },
  }
}

/** As the server sends it, but without settings and texts, which the web then fetches. */
async function pageOf(vite: ViteDevServer, url: string): Promise<string> {
  const path = url.split('?', 1)[0] ?? '/'
  const isPanel = panelPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  const name = isPanel ? 'panel.html' : 'index.html'
  const page = await readFile(new URL(`../src/web/${name}`, import.meta.url), 'utf8')
  // Modules do not wait for a sibling's top-level await; in the build, texts.ts is awaited first.
  const ordered = page.replace(
    ' src="./panel/main.tsx">',
    '>await import("/panel/texts.ts"); await import("/panel/main.tsx")',
  )
  return vite.transformIndexHtml(`/${name}`, ordered, url)
}

/** Continues once the server accepts connections: at once, or after its restart. */
function whenListening(proceed: () => void): void {
  const socket = connect(serverPort, '127.0.0.1', () => {
    socket.destroy()
    proceed()
  })
  socket.once('error', () => setTimeout(whenListening, 100, proceed))
}
