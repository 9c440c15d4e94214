import { TextInput } from '@mantine/core'
import { IconBook2, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { TextRow } from '#shared/catalogue/texts.ts'
import type { Language } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { readTable } from '#web/ui/grid/table.ts'
import { IconAction } from '../../IconButton.tsx'
import { reasonOf } from '../reasonOf.ts'
import classes from './Texts.module.css'
import { saveTexts } from './textCalls.ts'

type Props = {
  row: TextRow
  language: Language
  /** Called when several cells are pasted, from this one on. */
  onPaste: (table: string[][]) => void
}

/** One text in one language. Saved when left; Enter goes to the next text, Esc reverts. */
export function TextCell({ row, language, onPaste }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const stored = row.texts[language] ?? ''
  const proposal = row.proposals[language]
  const write = async (text: string, accepted: Language[] = []) => {
    setIsSaving(true)
    try {
      await saveTexts([{ row, texts: { [language]: text }, accepted }])
      setTyped(undefined)
    } catch (error) {
      notifyFailure(reasonOf(error))
    }
    setIsSaving(false)
  }
  const save = () => {
    const next = typed?.trim()
    if (next === undefined || next === stored) setTyped(undefined)
    else void write(next)
  }
  return (
    <TextInput
      ref={field}
      className={classes.cell ?? ''}
      // Otherwise, text typed meanwhile would be compared with the old text.
      readOnly={isSaving}
      aria-busy={isSaving}
      aria-label={`${row.source}, ${languageNames[language]}`}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      maxLength={500}
      data-language={language}
      value={typed ?? stored}
      placeholder={proposal ?? ''}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
        if (event.key === 'Enter') focusNext(event)
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\t\n]/.test(text.trimEnd())) return
        event.preventDefault()
        setTyped(undefined)
        onPaste(readTable(text, '\t'))
      }}
      rightSection={
        proposal !== undefined && stored === '' ? (
          <IconAction
            Icon={IconCheck}
            size={30}
            label={t('panel.texts.accept', { text: proposal })}
            title={t('panel.texts.accept', { text: proposal })}
            onClick={() => {
              // The button disappears.
              field.current?.focus()
              void write(proposal, [language])
            }}
          />
        ) : (
          row.accepted.includes(language) && (
            <IconBook2 size={16} role="img" aria-label={t('panel.texts.fromDictionary')} className="soft" />
          )
        )
      }
    />
  )
}

/** Focuses the next text in the same language or, with Shift, the previous one. */
function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  event.preventDefault()
  const { currentTarget } = event
  const inputs = [
    ...(currentTarget
      .closest('table')
      ?.querySelectorAll<HTMLInputElement>(`input[data-language="${currentTarget.dataset.language}"]`) ?? []),
  ]
  const next = inputs[inputs.indexOf(currentTarget) + (event.shiftKey ? -1 : 1)]
  if (next) next.focus()
  else currentTarget.blur()
}
