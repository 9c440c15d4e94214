import net from 'node:net'

/** Stands between client and server and sees to it that the client gets no answer. */
export type Proxy = { port: number; close: () => Promise<void> }

/** When the client is cut off: when its request has gone to the server whole, or when the answer has come. */
export type Cut = 'request sent' | 'answer received'

/**
 * A proxy on a free port that forwards each connection's one request and never an answer.
 * @param onCut called right before the client is cut off, with what the server has answered by then
 */
export async function deafProxy(target: number, cut: Cut, onCut: (answer: string) => void): Promise<Proxy> {
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    let request = ''
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
    }
    const hangUp = (answer: string) => {
      onCut(answer)
      client.destroy()
    }
    client.on('data', (part) => {
      request += part.toString('latin1')
      const isWhole = isWholeRequest(request)
      upstream.write(part, () => {
        if (isWhole && cut === 'request sent') hangUp('')
      })
    })
    upstream.on('data', (part) => {
      if (cut === 'answer received' && !client.destroyed) hangUp(part.toString())
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

/** A line to a database that can fail in each of the ways that lines do. */
export type DatabaseLine = {
  port: number
  /**
   * `silent`: connections are taken and nothing passes, as where packets are dropped. `refused`: nobody is there.
   * `replaced`: it is open to new connections, and silent on those there were, as where another machine took over.
   */
  set: (state: 'open' | 'silent' | 'refused' | 'replaced') => Promise<void>
  close: () => Promise<void>
}

/** A proxy on a free port before a database's Unix socket. What it held back passes once it is open again. */
export async function databaseLine(socket: string): Promise<DatabaseLine> {
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
