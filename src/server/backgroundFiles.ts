/** Files made in the background after the request was answered. */
const running = new Map<Promise<void>, AbortController>()

/** `work` must not reject. */
export function trackBackgroundFile(work: Promise<void>, abort: AbortController): void {
  running.set(work, abort)
  void work.finally(() => running.delete(work))
}

/** Waits for all of them; aborts those that exceed the limit. */
export async function finishBackgroundFiles(limitMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const abort of running.values()) abort.abort()
  }, limitMs)
  await Promise.all(running.keys())
  clearTimeout(timer)
}
