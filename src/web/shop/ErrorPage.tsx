import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'

/** Instead of a page that is not there, or not for whoever asks for it: says so, and leads to the shop. */
export function ErrorPage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Stack component="main" align="center" gap="md" py={96} px="md" ta="center">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="var(--ink-soft)" maw={440}>
        {text}
      </Text>
      <Group justify="center" gap="xs">
        <Button h={40} renderRoot={(props) => <Link to="/shop" {...props} />}>
          {t('notFound.toShop')}
        </Button>
        {children}
      </Group>
    </Stack>
  )
}
