const edgePaddingPx = 4

/** Scrolls just enough to show the active tab and its neighbours. */
export function scrollToActiveTab(bar: HTMLElement): void {
  const tabs = [...bar.children]
  const activeIndex = tabs.findIndex((tab) => tab.hasAttribute('data-active'))
  if (activeIndex < 0) return
  // The active tab last, so that it wins if there is no room for all.
  for (const index of [activeIndex - 1, activeIndex + 1, activeIndex]) {
    const tab = tabs[index]?.getBoundingClientRect()
    const frame = bar.getBoundingClientRect()
    if (!tab) continue
    const before = tab.left - edgePaddingPx - frame.left
    const after = tab.right + edgePaddingPx - frame.right
    if (before < 0) bar.scrollLeft += before
    else if (after > 0) bar.scrollLeft += Math.min(after, before)
  }
}

/** Makes the wheel scroll sideways. Answers a cleanup function. */
export function scrollByWheel(bar: HTMLElement): () => void {
  const onWheel = (event: WheelEvent) => {
    if (event.deltaX !== 0 || event.ctrlKey || bar.scrollWidth <= bar.clientWidth) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1
    bar.scrollLeft += event.deltaY * lines * forward
  }
  // React's wheel listener is passive and cannot stop the page's scrolling.
  bar.addEventListener('wheel', onWheel, { passive: false })
  return () => bar.removeEventListener('wheel', onWheel)
}
