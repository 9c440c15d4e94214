/** A short hash; equal for equal content. */
export function fingerprintOf(content: unknown): string {
  const text = JSON.stringify(content)
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return `${text.length}.${hash >>> 0}`
}
