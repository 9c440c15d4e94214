/** What gets the focus when the row of a button goes: the next row, else the one before, else the page's title. */
export function focusAfter(button: HTMLElement): HTMLElement | null {
  const row = button.closest('tr')
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  return (
    other?.querySelector<HTMLElement>('a, button') ??
    button.closest('[data-page]')?.querySelector<HTMLElement>('h1') ??
    null
  )
}
