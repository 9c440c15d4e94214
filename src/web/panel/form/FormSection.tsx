import { SimpleGrid, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './FormPage.module.css'

type Props = {
  title: string
  description?: ReactNode
  /** 1 for wide content, such as a list. */
  columns?: 1 | 2
  children: ReactNode
}

export function FormSection({ title, description, columns = 2, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="var(--ink-soft)" mt={2}>
          {description}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: columns }} spacing="md" verticalSpacing="sm" mt="sm">
        {children}
      </SimpleGrid>
    </section>
  )
}
