/** Run anyway after this long: hidden pages get no frames. */
const maxFrameWaitMs = 200

/** Runs a task after the next paint. */
export function afterPaint(task: () => void): void {
  let isDone = false
  const run = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    task()
  }
  const timer = setTimeout(run, maxFrameWaitMs)
  requestAnimationFrame(() => setTimeout(run))
}
