/** How far from the bar's ends the active tab and its neighbours are kept, in pixels. */
const padding = 4

/** Scrolls the bar as little as shows the active tab and those on both sides of it. */
export function keepInView(bar: HTMLElement): void {
  const tabs = [...bar.children]
  const at = tabs.findIndex((tab) => tab.hasAttribute('data-active'))
  if (at < 0) return
  // Where there is no room for all three the active one, which comes last, counts.
  for (const index of [at - 1, at + 1, at]) {
    const tab = tabs[index]?.getBoundingClientRect()
    const frame = bar.getBoundingClientRect()
    if (!tab) continue
    const before = tab.left - padding - frame.left
    const after = tab.right + padding - frame.right
    if (before < 0) bar.scrollLeft += before
    else if (after > 0) bar.scrollLeft += Math.min(after, before)
  }
}

/** The wheel scrolls the bar to its side; answers how to end that. */
export function wheelAcross(bar: HTMLElement): () => void {
  const onWheel = (event: WheelEvent) => {
    if (event.deltaX !== 0 || event.ctrlKey || bar.scrollWidth <= bar.clientWidth) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1
    bar.scrollLeft += event.deltaY * lines * forward
  }
  // React's own listener may not keep the page from scrolling.
  bar.addEventListener('wheel', onWheel, { passive: false })
  return () => bar.removeEventListener('wheel', onWheel)
}
