import { Alert, Button, Group, List, Loader, SimpleGrid, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconDeviceFloppy, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { listLink } from '../list/listLink.ts'
import { type HeadProps, PageHead } from '../PageHead.tsx'
import { usePageGuard } from '../shell/pageAddress.ts'
import { useClosePage } from '../shell/useTabActions.ts'
import classes from './FormPage.module.css'
import type { RecordForm } from './useRecordForm.ts'

/** Without `back`, Cancel reverts the changes instead of leaving. */
type Props = HeadProps & {
  form: RecordForm
  /** Default 'Save'. */
  saveText?: string
  /** Offers to save and go on with the next new record. */
  onNext?: () => void
  /** For sheet-like forms. */
  isWide?: boolean
  /** With a list of its sections, for a long form. */
  hasContents?: boolean
  children: ReactNode
}

/** Frame of a form, with a sticky bar to save or cancel. */
export function FormPage(props: Props) {
  const { title, form, back, actions, saveText, onNext, isWide, hasContents, children } = props
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
      data-contents={hasContents}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <PageHead title={title} back={back} actions={actions} />
      {hasContents && <Contents />}
      <Problems form={form} />
      {form.loadAgain && <LoadAgain load={form.loadAgain} />}
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
        {onNext && (
          <Button
            variant="default"
            onMouseDown={keepFocus}
            aria-disabled={form.isSaving}
            onClick={() => form.submit(onNext)}
          >
            {t('panel.form.saveAndNext')}
          </Button>
        )}
        {back ? (
          <Button
            variant="default"
            onMouseDown={keepFocus}
            renderRoot={(linkProps) => (
              <Link
                {...listLink(back.to)}
                {...linkProps}
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

/** Leads to the sections of the form that it stands in. */
function Contents() {
  const list = useRef<HTMLElement>(null)
  const [headings, setHeadings] = useState<HTMLElement[]>([])
  useEffect(() => {
    setHeadings([...(list.current?.parentElement?.querySelectorAll<HTMLElement>('section > h2') ?? [])])
  }, [])
  return (
    <nav ref={list} className={classes.contents} aria-label={t('panel.form.contents')}>
      {headings.map((heading) => (
        <button
          key={heading.id}
          type="button"
          onClick={() => {
            heading.scrollIntoView({ block: 'start' })
            heading.tabIndex = -1
            heading.focus({ preventScroll: true })
          }}
        >
          {heading.textContent}
        </button>
      ))}
    </nav>
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

type ReadOnlyProps = HeadProps & {
  reason: ReactNode
  /** Present if the record is deleted and may be restored. */
  onRestore?: (() => void) | undefined
  isBusy: boolean
  fields?: ReactNode
  children?: ReactNode
}

/** A record that cannot be edited: why, and its fields to read. */
export function ReadOnlyPage({ reason, onRestore, isBusy, fields, children, ...head }: ReadOnlyProps) {
  return (
    <div className={classes.form}>
      <PageHead {...head} />
      <Alert color="gray" mb="md">
        <Group justify="space-between">
          <span>{reason}</span>
          {onRestore && (
            <IconButton Icon={IconArrowBackUp} aria-busy={isBusy} onClick={onRestore}>
              {t('panel.person.restore')}
            </IconButton>
          )}
        </Group>
      </Alert>
      {fields && (
        <fieldset disabled className={classes.readOnly} aria-label={t('panel.person.readOnly')}>
          {fields}
        </fieldset>
      )}
      {children}
    </div>
  )
}

type FormSectionProps = {
  title: string
  description?: ReactNode
  /** 1 for wide content, such as a list. */
  columns?: 1 | 2
  children: ReactNode
}

export function FormSection({ title, description, columns = 2, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={`box ${classes.section}`} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {description && <Hint mt={2}>{description}</Hint>}
      <SimpleGrid cols={{ base: 1, sm: columns }} spacing="md" verticalSpacing="sm" mt="sm">
        {children}
      </SimpleGrid>
    </section>
  )
}

/** Loads what someone else saved and discards what was typed. */
export function LoadAgain({ load }: { load: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false)
  const press = (form: HTMLFormElement | null) => {
    setIsLoading(true)
    load().then(
      // The pressed button is gone.
      () => form?.querySelector<HTMLElement>('[data-path]:enabled')?.focus(),
      (error: unknown) => {
        notifyFailure(error)
        setIsLoading(false)
      },
    )
  }
  return (
    <Group mb="md" gap="sm">
      <IconButton Icon={IconRefresh} loading={isLoading} onClick={(event) => press(event.currentTarget.form)}>
        {t('panel.form.loadAgain')}
      </IconButton>
      <Hint>{t('panel.form.loadAgainText')}</Hint>
    </Group>
  )
}
