/** A frame that has not come by then, in milliseconds, is not waited for: nobody may be looking. */
const longest = 200

/** Does what nobody waits for once that which was just changed can be seen. */
export function afterPaint(task: () => void): void {
  let isDone = false
  const run = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    task()
  }
  const timer = setTimeout(run, longest)
  requestAnimationFrame(() => setTimeout(run))
}
