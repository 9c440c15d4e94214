import { type ElementProps, Text, type TextProps } from '@mantine/core'

type Props = TextProps & ElementProps<'p', keyof TextProps>

/** Smaller, softer text beside what it explains. */
export const Hint = (props: Props) => <Text size="sm" c="var(--ink-soft)" {...props} />
