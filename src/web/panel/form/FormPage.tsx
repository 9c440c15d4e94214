import { Alert, Button, Group, List, Loader, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { listLink } from '../list/listLink.ts'
import { usePageGuard } from '../shell/pageAddress.ts'
import { useClosePage } from '../shell/useTabActions.ts'
import classes from './FormPage.module.css'
import type { RecordForm } from './useRecordForm.ts'

type Props = {
  title: ReactNode
  form: RecordForm
  /** Where Cancel goes. Without it, Cancel reverts the changes. */
  back?: { to: NonNullable<LinkProps['to']>; label: string }
  actions?: ReactNode
  /** Default 'Save'. */
  saveText?: string
  /** For sheet-like forms. */
  isWide?: boolean
  children: ReactNode
}

/** Frame of a form, with a sticky bar to save or cancel. */
export function FormPage({ title, form, back, actions, saveText, isWide, children }: Props) {
  const { attach } = form
  usePageGuard(form.hasChangesNow)
  const close = useClosePage()
  // Physical keys: works with Russian and Arabic layouts.
  const options = { preventDefault: true, usePhysicalKeys: true }
  const save = () => isDialogOpen() || form.submit()
  useHotkeys([['mod+S', save, options]], [])
  return (
    <form
      ref={attach}
      noValidate
      className={classes.form}
      data-wide={isWide}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {back && (
        <Text size="sm" mb={4}>
          <Link {...listLink(back.to)}>{back.label}</Link>
        </Text>
      )}
      <Group justify="space-between" mb="md">
        <Title order={1} size="h3">
          {title}
        </Title>
        {actions}
      </Group>
      <Problems form={form} />
      {children}
      <div className={classes.bar}>
        <Button
          type="submit"
          onMouseDown={keepFocus}
          aria-disabled={!form.canSave || form.isSaving}
          data-disabled={!form.canSave}
          aria-busy={form.isSaving}
          // Not `disabled`, which would drop the focus.
          leftSection={
            form.isSaving ? (
              <Loader size={18} color="currentColor" />
            ) : (
              <IconDeviceFloppy size={18} aria-hidden />
            )
          }
        >
          {saveText ?? t('panel.form.save')}
        </Button>
        {back ? (
          <Button
            variant="default"
            onMouseDown={keepFocus}
            renderRoot={(props) => (
              <Link
                {...listLink(back.to)}
                {...props}
                onClick={(event) => {
                  if (opensInNewTab(event)) return
                  event.preventDefault()
                  void close(listLink(back.to))
                }}
              />
            )}
          >
            {t('action.cancel')}
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={!form.hasChanges}
            onMouseDown={keepFocus}
            onClick={form.discard}
          >
            {t('panel.form.discard')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Dialogs of background tabs are in the document too. */
const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

const opensInNewTab = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey

// Without this, blurring a field shows its error and moves the button before the click lands.
const keepFocus = (event: MouseEvent) => event.preventDefault()

function Problems({ form: { problemCount, formErrors } }: { form: RecordForm }) {
  if (problemCount === 0 && !formErrors) return null
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="md"
      title={problemCount > 0 ? t('panel.form.problems', { count: problemCount }) : t('error.title')}
    >
      {formErrors?.message}
      {formErrors && formErrors.texts.length > 0 && (
        <List size="sm">
          {formErrors.texts.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}
