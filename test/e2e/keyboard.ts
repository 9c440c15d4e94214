import type { Page } from '@playwright/test'

/** By the keys' timestamps, however slow the machine is. */
export async function typeAtPace(
  page: Page,
  text: string,
  intervalMs: number,
  end: '' | 'Enter' | 'Tab' = '',
): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const begin = Date.now() / 1000
  const keys = [...text].map((key) => ({ key, text: key, code: /\d/.test(key) ? `Digit${key}` : '' }))
  if (end) keys.push({ key: end, text: end === 'Enter' ? '\r' : '', code: end })
  const virtual: Record<string, number> = { Enter: 13, Tab: 9 }
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = begin + (index * intervalMs) / 1000
      const windowsVirtualKeyCode = virtual[key.key] ?? key.key.toUpperCase().charCodeAt(0)
      const down = { type: 'keyDown' as const, ...key, windowsVirtualKeyCode, timestamp }
      const up = { type: 'keyUp' as const, ...key, text: '', windowsVirtualKeyCode, timestamp }
      return [cdp.send('Input.dispatchKeyEvent', down), cdp.send('Input.dispatchKeyEvent', up)]
    }),
  )
  await cdp.detach()
}

/** As fast as a barcode scanner. */
export const scan = (page: Page, code: string, end: '' | 'Enter' | 'Tab' = 'Enter'): Promise<void> =>
  typeAtPace(page, code, 5, end)

/** Pastes into the focused field. */
export async function pasteCopied(page: Page, copied: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, copied)
}
