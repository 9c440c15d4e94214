import { Group, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Hint } from './Hint.tsx'
import { listLink } from './list/listLink.ts'

export type BackLink = { to: NonNullable<LinkProps['to']>; label: string }

export type HeadProps = {
  title: ReactNode
  back?: BackLink | undefined
  /** Below the title. */
  text?: ReactNode
  /** Beside the title. */
  marks?: ReactNode
  /** At the end of the line. */
  actions?: ReactNode
}

export function PageHead({ title, back, text, marks, actions }: HeadProps) {
  return (
    <>
      {back && (
        <Text size="sm" mb={4} className="screen-only">
          <Link {...listLink(back.to)}>{back.label}</Link>
        </Text>
      )}
      <Group justify="space-between" mb={text ? 0 : 'md'}>
        <Group gap="sm">
          <Title order={1} size="h3">
            {title}
          </Title>
          {marks}
        </Group>
        {actions}
      </Group>
      {text && <Hint mb="md">{text}</Hint>}
    </>
  )
}
