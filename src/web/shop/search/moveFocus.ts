const arrows = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']

/**
 * Moves the focus among results by arrow keys, and up from the first row to the field. Returns whether it
 * moved. Ignores arrows in inputs and in an open panel.
 */
export function moveFocus(
  results: HTMLElement | null,
  from: EventTarget | undefined,
  key: string,
  field?: HTMLElement | null,
): boolean {
  if (!results || !arrows.includes(key)) return false
  if (from === field) {
    if (key !== 'ArrowDown') return false
  } else if (from instanceof HTMLInputElement || (from instanceof Element && from.closest('[data-panel]'))) {
    return false
  }
  const all = [...results.querySelectorAll<HTMLElement>('[data-result]')]
  const here = from instanceof Element ? from.closest<HTMLElement>('[data-result]') : null
  const to = here ? neighbour(all, here, key) : all[0]
  if (to) focusFirst(to)
  else if (here && key === 'ArrowUp') field?.focus()
  else return false
  return true
}

function neighbour(all: HTMLElement[], here: HTMLElement, key: string): HTMLElement | undefined {
  const index = all.indexOf(here)
  const next = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return all[key === next ? index + 1 : index - 1]
  const { left, top } = here.getBoundingClientRect()
  const rows = all.filter((one) => {
    const box = one.getBoundingClientRect()
    return Math.abs(box.left - left) < 2 && (key === 'ArrowDown' ? box.top > top : box.top < top)
  })
  return key === 'ArrowDown' ? (rows[0] ?? all.at(-1)) : rows.at(-1)
}

function focusFirst(result: HTMLElement): void {
  result.querySelector<HTMLElement>('a, button')?.focus()
}
