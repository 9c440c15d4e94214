import { inflateRawSync } from 'node:zlib'

export function partOf(file: Buffer, name: string): string {
  const end = file.lastIndexOf('PK\u0005\u0006')
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    if (file.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const size = file.readUInt32LE(at + 20)
      const local = file.readUInt32LE(at + 42)
      const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
      const packed = file.subarray(from, from + size)
      return (file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString()
    }
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`There is no ${name} in the file`)
}
