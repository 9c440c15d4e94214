import { MantineThemeProvider } from '@mantine/core'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Frame } from '#web/ui/Frame.tsx'
import { findOptions } from './findOptions.ts'
import { useShellSettings } from './shellSettings.ts'

export function Panel({ router }: { router: AnyRouter }) {
  const color = useShellSettings(({ themeColor }) => themeColor)
  return (
    <Frame color={color}>
      <MantineThemeProvider theme={findOptions}>
        <RouterProvider router={router} />
      </MantineThemeProvider>
    </Frame>
  )
}
