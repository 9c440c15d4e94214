/** Files that this process makes after it has answered who asked for them, and how each is given up. */
const underWay = new Map<Promise<void>, AbortController>()

/** Takes note of the making of such a file. It must not reject. */
export function noteLaterFile(work: Promise<void>, giveUp: AbortController): void {
  underWay.set(work, giveUp)
  void work.finally(() => underWay.delete(work))
}

/** Resolves when all of them are made; what takes longer, in milliseconds, is given up. */
export async function finishLaterFiles(limitMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const giveUp of underWay.values()) giveUp.abort()
  }, limitMs)
  await Promise.all(underWay.keys())
  clearTimeout(timer)
}
