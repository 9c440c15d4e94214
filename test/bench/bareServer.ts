// Baseline: node:http that only repeats recorded answers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './serverChild.ts'

export type BareAnswer = { headers: [name: string, value: string][]; body: Buffer }

await serveParent(async (answers: BareAnswer[]) => {
  const known = answers.map(({ headers, body }) => ({ headers: headers.flat(), body: Buffer.from(body) }))
  let turn = 0
  const server = createServer((request, response) => {
    request.on('data', () => {})
    request.on('end', () => {
      turn = (turn + 1) % known.length
      const answer = known[turn]
      if (!answer) return
      response.writeHead(200, answer.headers)
      response.end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port }
})
