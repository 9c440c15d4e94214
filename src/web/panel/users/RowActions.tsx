import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { focusAfter } from '../list/focusAfter.ts'

type Props = {
  name: string
  isDeleted: boolean
  isBusy: boolean
  /** The form that changes the row. */
  edit: LinkProps
  /** Absent where the row cannot be deleted. `onDone` puts the focus where the list goes on. */
  onRemove?: ((onDone: () => void) => void) | undefined
  onRestore: (onDone: () => void) => void
}

/** What can be done with a user or an agent in a list. */
export function RowActions({ name, isDeleted, isBusy, edit, onRemove, onRestore }: Props) {
  const goOnAfter = (button: HTMLElement) => {
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
        onClick={({ currentTarget }) => onRestore(goOnAfter(currentTarget))}
      >
        {t('panel.person.restore')}
      </Button>
    )
  }
  return (
    <>
      <ActionIcon
        {...look(t('panel.person.editName', { name }))}
        renderRoot={(props) => <Link {...edit} {...props} />}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {onRemove && (
        <ActionIcon
          {...look(t('panel.person.deleteName', { name }))}
          color="red"
          aria-busy={isBusy}
          onClick={({ currentTarget }) => onRemove(goOnAfter(currentTarget))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

const look = (name: string) => ({ variant: 'subtle', size: 40, 'aria-label': name, title: name })
