import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Bytes a second in each direction; milliseconds from one end to the other. */
export type Line = { down: number; up: number; delay: number }

/** About what one packet of a mobile network carries. */
const packetSize = 1400
/** What waits at the near end of the line for one connection, at most, before its sender has to wait. */
const most = 64 * 1024

/**
 * Puts a narrow, far line in front of a server of this machine, for whoever asks: pages and their workers alike, which
 * the browser's own emulation would hold to a line of their own each. All connections share its width evenly.
 */
export async function layLine(port: number, line: Line): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const [down, up] = [oneWay(line.down, line.delay), oneWay(line.up, line.delay)]
  // One end has often said its last word long before the line has carried it.
  const allowHalfOpen = true
  const server = createServer({ allowHalfOpen }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen })
    up(near, far)
    down(far, near)
    for (const socket of [near, far]) {
      socket.setNoDelay()
      sockets.add(socket)
      // Either end gone: so is the other.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, stop }
}

/** `packets` wait for their turn, `travelling` have been sent; an empty one is the end. */
type Flow = { from: Socket; to: Socket; packets: Buffer[]; travelling: Buffer[]; size: number }

/** One direction of the line: sends packets of its flows in turn, each as long as its bytes take. */
function oneWay(bytesPerSecond: number, delay: number): (from: Socket, to: Socket) => void {
  /** Those that have something to send, in turn. */
  const flows: Flow[] = []
  let freeAt = 0
  let isSending = false

  function send(): void {
    const flow = flows.shift()
    const packet = flow?.packets.shift()
    isSending = packet !== undefined
    if (!flow || !packet) return
    freeAt = Math.max(freeAt, performance.now()) + (packet.length / bytesPerSecond) * 1000
    flow.travelling.push(packet)
    at(freeAt + delay, () => arrive(flow))
    flow.size -= packet.length
    if (flow.size < most) flow.from.resume()
    if (flow.packets.length > 0) flows.push(flow)
    at(freeAt, send)
  }

  function queue(flow: Flow, packet: Buffer): void {
    flow.packets.push(packet)
    if (!flows.includes(flow)) flows.push(flow)
    if (!isSending) send()
  }

  return (from, to) => {
    const flow: Flow = { from, to, packets: [], travelling: [], size: 0 }
    from.on('data', (data: Buffer) => {
      flow.size += data.length
      if (flow.size >= most) from.pause()
      for (let start = 0; start < data.length; start += packetSize) {
        queue(flow, data.subarray(start, start + packetSize))
      }
    })
    from.on('end', () => queue(flow, Buffer.alloc(0)))
  }
}

/** Whichever timer rings first, packets arrive in the order that they were sent in. */
function arrive({ to, travelling }: Flow): void {
  const packet = travelling.shift()
  if (packet?.length) to.write(packet)
  else to.end()
}

const at = (time: number, call: () => void) => setTimeout(call, Math.max(0, time - performance.now()))
