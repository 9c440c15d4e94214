/** What to focus when a button's row disappears: a neighbouring row, else the page's title. */
export function focusAfter(button: HTMLElement): HTMLElement | null {
  const row = button.closest('tr')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  return (
    neighbour?.querySelector<HTMLElement>('a, button') ??
    button.closest('[data-page]')?.querySelector<HTMLElement>('h1') ??
    null
  )
}
