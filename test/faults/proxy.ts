import net from 'node:net'

export type Proxy = { port: number; close: () => Promise<void> }

export type CutMoment = 'request sent' | 'answer received'

/**
 * Forwards one request per connection, never an answer.
 * @param onCut gets the answer so far, just before the client is cut off
 */
export async function proxyWithoutAnswers(
  target: number,
  cut: CutMoment,
  onCut: (answer: string) => void,
): Promise<Proxy> {
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    let request = ''
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
    }
    const cutOff = (answer: string) => {
      onCut(answer)
      client.destroy()
    }
    client.on('data', (part) => {
      request += part.toString('latin1')
      const isWhole = isWholeRequest(request)
      upstream.write(part, () => {
        if (isWhole && cut === 'request sent') cutOff('')
      })
    })
    upstream.on('data', (part) => {
      if (cut === 'answer received' && !client.destroyed) cutOff(part.toString())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function isWholeRequest(request: string): boolean {
  const bodyStart = request.indexOf('\r\n\r\n') + 4
  const length = /^content-length: *(\d+)/im.exec(request)?.[1]
  return bodyStart > 3 && length !== undefined && request.length - bodyStart >= Number(length)
}

/** A proxy before a database, with faults. */
export type DatabaseProxy = {
  port: number
  /**
   * `silent`: accepts connections, passes nothing. `refused`: does not listen. `replaced`: silent on old connections,
   * open to new ones.
   */
  set: (state: 'open' | 'silent' | 'refused' | 'replaced') => Promise<void>
  close: () => Promise<void>
}

/** @param socket the database's Unix socket. Data held back while `silent` pass later. */
export async function databaseProxy(socket: string): Promise<DatabaseProxy> {
  const pairs = new Set<[net.Socket, net.Socket]>()
  let isSilent = false
  const server = net.createServer((client) => {
    const pair: [net.Socket, net.Socket] = [client, net.connect(socket)]
    pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed() as typeof pair]) {
      from.on('error', () => undefined)
      from.on('data', (part) => to.write(part))
      from.once('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (isSilent) from.pause()
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const refuse = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const end of [...pairs].flat()) end.destroy()
    await closed
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    set: async (state) => {
      isSilent = state === 'silent'
      for (const end of [...pairs].flat()) {
        if (isSilent || state === 'replaced') end.pause()
        else end.resume()
      }
      if (state === 'refused') await refuse()
      else if (!server.listening) await listen(port)
    },
    close: refuse,
  }
}
