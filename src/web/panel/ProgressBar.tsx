import { Progress, type ProgressRootProps } from '@mantine/core'

type Props = ProgressRootProps & {
  /** From 0 to 1. */
  share: number
  label: string
  /** Read out instead of the percentage. */
  text?: string
  isAnimated?: boolean
}

export const ProgressBar = ({ share, label, text, isAnimated = false, ...root }: Props) => (
  <Progress.Root size="lg" {...root}>
    <Progress.Section
      value={Math.floor(share * 100)}
      animated={isAnimated}
      aria-label={label}
      aria-valuetext={text}
    />
  </Progress.Root>
)
