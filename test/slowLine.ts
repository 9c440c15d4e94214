import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Bytes per second; milliseconds one way. */
export type LineSpeed = { down: number; up: number; delay: number }

const packetSize = 1400
/** Per connection; then its sender pauses. */
const maxQueuedBytes = 64 * 1024

/**
 * A slow proxy. All connections share its bandwidth, unlike in the browser's emulation, which gives workers their
 * own.
 */
export async function startSlowLine(
  port: number,
  line: LineSpeed,
): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const [down, up] = [openDirection(line.down, line.delay), openDirection(line.up, line.delay)]
  // One side may end while data are on the way.
  const allowHalfOpen = true
  const server = createServer({ allowHalfOpen }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen })
    up(near, far)
    down(far, near)
    for (const socket of [near, far]) {
      socket.setNoDelay()
      sockets.add(socket)
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

/** An empty packet is the end. */
type Flow = { from: Socket; to: Socket; packets: Buffer[]; travelling: Buffer[]; size: number }

/** Sends packets of all flows by turns. */
function openDirection(bytesPerSecond: number, delay: number): (from: Socket, to: Socket) => void {
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
    callAt(freeAt + delay, () => arrive(flow))
    flow.size -= packet.length
    if (flow.size < maxQueuedBytes) flow.from.resume()
    if (flow.packets.length > 0) flows.push(flow)
    callAt(freeAt, send)
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
      if (flow.size >= maxQueuedBytes) from.pause()
      for (let start = 0; start < data.length; start += packetSize) {
        queue(flow, data.subarray(start, start + packetSize))
      }
    })
    from.on('end', () => queue(flow, Buffer.alloc(0)))
  }
}

/** Packets arrive in order, even if timers do not. */
function arrive({ to, travelling }: Flow): void {
  const packet = travelling.shift()
  if (packet?.length) to.write(packet)
  else to.end()
}

const callAt = (time: number, call: () => void) => setTimeout(call, Math.max(0, time - performance.now()))
