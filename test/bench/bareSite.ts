import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Serves the bare page, compressed and cached like the shop's files. */
export async function serveBarePage(products: unknown, picture: Buffer) {
  const script = brotliCompressSync(await buildScript())
  const html = brotliCompressSync(pageHtml(products))
  const server = createServer((request, response) => {
    const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }
    if (request.url?.startsWith('/products/')) {
      response.writeHead(200, { ...immutableHeaders, 'content-type': 'image/jpeg' }).end(picture)
    } else if (request.url === '/bare.js') {
      response
        .writeHead(200, { ...immutableHeaders, 'content-type': 'text/javascript', 'content-encoding': 'br' })
        .end(script)
    } else {
      response
        .writeHead(200, {
          'cache-control': 'no-cache',
          'content-type': 'text/html',
          'content-encoding': 'br',
        })
        .end(html)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, stop: () => void server.close() }
}

async function buildScript(): Promise<string> {
  const answer = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL('barePage.ts', import.meta.url)) },
    },
  })
  const [chunk] = (answer as Rolldown.RolldownOutput).output
  return chunk.code
}

function pageHtml(products: unknown): string {
  const json = JSON.stringify(products).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title>
<style>main{display:grid;grid-template-columns:1fr 1fr;gap:12px}img{width:100%;height:auto}button{min-height:40px}</style>
<script type="module" src="/bare.js"></script></head><body><div id="root"></div><script type="application/json" id="products">${json}</script></body></html>`
}
