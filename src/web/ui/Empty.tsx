import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text component="div" c="var(--ink-soft)" maw={440}>
        {children}
      </Text>
    </Stack>
  )
}
