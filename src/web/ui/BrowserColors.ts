import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'

/** What the browser draws around the page: the theme's colour, or the page's own ground where that is dark. */
export function BrowserColors({ color }: { color: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const around = scheme === 'dark' ? darkGround : color
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', around)
  }, [scheme, color])
  useEffect(() => {
    const root = document.documentElement
    const attribute = 'data-mantine-color-scheme'
    // Paper is white whatever the screen is.
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

/** The surface that a header stands on: --surface of base.css. */
const darkGround = '#212429'
