import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Frame } from '#web/ui/Frame.tsx'
import { useShellSettings } from './shellSettings.ts'

/** The panel, in the colour of whoever looks at it. */
export function Panel({ router }: { router: AnyRouter }) {
  const color = useShellSettings(({ themeColor }) => themeColor)
  return (
    <Frame color={color}>
      <RouterProvider router={router} />
    </Frame>
  )
}
