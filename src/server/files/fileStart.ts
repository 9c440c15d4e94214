import { open } from 'node:fs/promises'

/** A file's first bytes; fewer if it is shorter. */
export async function fileStart(path: string, length: number): Promise<Buffer> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}
