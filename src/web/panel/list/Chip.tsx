import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Chip.module.css'

type Props = {
  label: string
  /** What is chosen, in words; undefined where all is shown. */
  value: string | undefined
  onClear: () => void
  children: ReactElement
}

/** One filter of a list: `children` is the {@link ChipButton} that opens it, with what it opens. Clears what is chosen. */
export function Chip({ label, value, onClear, children }: Props) {
  return (
    <span className={classes.chip} data-active={value !== undefined || undefined}>
      {children}
      {value !== undefined && (
        <UnstyledButton
          className={classes.clear}
          aria-label={t('ordering.facets.remove', { value: label })}
          onClick={({ currentTarget }) => {
            // This button goes: the focus stays on its chip.
            currentTarget.parentElement?.querySelector('button')?.focus()
            onClear()
          }}
        >
          <IconX size={16} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}

type ButtonProps = ComponentProps<'button'> & Pick<Props, 'label' | 'value'> & { icon?: ReactNode }

/** Says what a filter is about, and what is chosen. An icon takes the label's place where something is. */
export function ChipButton({ label, value, icon, ...props }: ButtonProps) {
  return (
    <UnstyledButton
      {...props}
      className={classes.open}
      aria-label={value === undefined ? label : `${label}: ${value}`}
    >
      {icon}
      {(value === undefined || !icon) && label}
      {value !== undefined && (
        <>
          {!icon && ': '}
          <bdi className={classes.value}>{value}</bdi>
        </>
      )}
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
}

/** A filter that is chosen elsewhere on the page, and only cleared here. */
export function FixedChip({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <span className={classes.chip} data-active>
      <span className={classes.fixed}>{text}</span>
      <UnstyledButton
        className={classes.clear}
        aria-label={t('ordering.facets.remove', { value: text })}
        onClick={({ currentTarget }) => {
          // The chip goes: the focus goes on from the top.
          currentTarget.closest('[data-page]')?.querySelector<HTMLElement>('h1')?.focus()
          onClear()
        }}
      >
        <IconX size={16} aria-hidden />
      </UnstyledButton>
    </span>
  )
}
