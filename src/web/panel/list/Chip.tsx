import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Chip.module.css'

type Props = {
  label: string
  /** Label of the chosen value; undefined for all. */
  value: string | undefined
  onClear: () => void
  children: ReactElement
}

/** `children` is a {@link ChipButton} with its dropdown. */
export function Chip({ label, value, onClear, children }: Props) {
  return (
    <span className={classes.chip} data-active={value !== undefined || undefined}>
      {children}
      {value !== undefined && (
        <UnstyledButton
          className={classes.clear}
          aria-label={t('ordering.facets.remove', { value: label })}
          onClick={({ currentTarget }) => {
            // This button disappears; keep the focus on the chip.
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

/** Shows the icon instead of the label once a value is chosen. */
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

/** A filter chosen elsewhere; here it can only be cleared. */
export function FixedChip({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <span className={classes.chip} data-active>
      <span className={classes.fixed}>{text}</span>
      <UnstyledButton
        className={classes.clear}
        aria-label={t('ordering.facets.remove', { value: text })}
        onClick={({ currentTarget }) => {
          // The chip disappears.
          currentTarget.closest('[data-page]')?.querySelector<HTMLElement>('h1')?.focus()
          onClear()
        }}
      >
        <IconX size={16} aria-hidden />
      </UnstyledButton>
    </span>
  )
}
