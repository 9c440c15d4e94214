import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'

export function BrowserColors({ color }: { color: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const browserColor = scheme === 'dark' ? darkSurface : color
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColor)
  }, [scheme, color])
  useEffect(() => {
    const root = document.documentElement
    const attribute = 'data-mantine-color-scheme'
    // Print in the light scheme.
    const before = () => root.setAttribute(attribute, 'light')
    const after = () => root.setAttribute(attribute, scheme)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [scheme])
  return null
}

/** --surface of base.css. */
const darkSurface = '#212429'
