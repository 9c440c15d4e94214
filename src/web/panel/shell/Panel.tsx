import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Frame } from '#web/ui/Frame.tsx'
import { useShellSettings } from './shellSettings.ts'

export function Panel({ router }: { router: AnyRouter }) {
  const color = useShellSettings(({ themeColor }) => themeColor)
  return (
    <Frame color={color}>
      <RouterProvider router={router} />
    </Frame>
  )
}
