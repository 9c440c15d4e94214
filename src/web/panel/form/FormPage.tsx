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
  /** From useRecordForm. */
  form: RecordForm
  /** The list that the record is in; Cancel goes there too. Without it Cancel takes the changes back. */
  back?: { to: NonNullable<LinkProps['to']>; label: string }
  /** Beside the title: what else can be done with the record. */
  actions?: ReactNode
  /** What the button says; 'Save' where absent. */
  saveText?: string
  /** As wide as the screen, for what is typed into like a sheet. */
  isWide?: boolean
  /** FormSections. */
  children: ReactNode
}

/** The frame of a form: title, what is wrong, the sections, and a bar to save or cancel that is always in sight. */
export function FormPage({ title, form, back, actions, saveText, isWide, children }: Props) {
  const { attach } = form
  usePageGuard(form.hasChangesNow)
  const close = useClosePage()
  // By its place on the keyboard: with Russian or Arabic letters too. Not through a dialog that lies above.
  const options = { preventDefault: true, usePhysicalKeys: true }
  const save = () => isBelowDialog() || form.submit()
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
          // Never disabled outright: the focus would be lost with it.
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
                  if (isOpenedElsewhere(event)) return
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

/** Those of pages out of sight are there as well. */
const isBelowDialog = () =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

/** A link that the browser opens in another window leaves this one as it is. */
const isOpenedElsewhere = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey

// The field that is left for a button would say what is wrong with it, and move the button away.
const keepFocus = (event: MouseEvent) => event.preventDefault()

function Problems({ form: { problemCount, elsewhere } }: { form: RecordForm }) {
  if (problemCount === 0 && !elsewhere) return null
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="md"
      title={problemCount > 0 ? t('panel.form.problems', { count: problemCount }) : t('error.title')}
    >
      {elsewhere?.message}
      {elsewhere && elsewhere.texts.length > 0 && (
        <List size="sm">
          {elsewhere.texts.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}
