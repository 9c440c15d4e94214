import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { focusAfter } from '../list/focusAfter.ts'

type Props = {
  name: string
  isDeleted: boolean
  isBusy: boolean
  edit: LinkProps
  /** Absent if the row cannot be deleted. `onDone` moves the focus to the next row. */
  onRemove?: ((onDone: () => void) => void) | undefined
  onRestore: (onDone: () => void) => void
}

export function RowActions({ name, isDeleted, isBusy, edit, onRemove, onRestore }: Props) {
  const focusNextAfter = (button: HTMLElement) => {
    const next = focusAfter(button)
    return () => next?.focus()
  }
  if (isDeleted) {
    return (
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={t('panel.person.restoreName', { name })}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => onRestore(focusNextAfter(currentTarget))}
      >
        {t('panel.person.restore')}
      </Button>
    )
  }
  return (
    <>
      <ActionIcon
        {...iconButtonProps(t('panel.person.editName', { name }))}
        renderRoot={(props) => <Link {...edit} {...props} />}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {onRemove && (
        <ActionIcon
          {...iconButtonProps(t('panel.person.deleteName', { name }))}
          color="red"
          aria-busy={isBusy}
          onClick={({ currentTarget }) => onRemove(focusNextAfter(currentTarget))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

const iconButtonProps = (name: string) => ({ variant: 'subtle', size: 40, 'aria-label': name, title: name })
