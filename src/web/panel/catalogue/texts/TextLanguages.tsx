import { Skeleton, TextInput } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { TextRow } from '#shared/catalogue/texts.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Dialog } from '../../Dialog.tsx'
import { IconAction } from '../../IconButton.tsx'
import { useBusy } from '../../useBusy.ts'
import classes from './Texts.module.css'
import { notifySaved, saveTexts } from './textCalls.ts'
import { otherLanguages } from './textSearch.ts'

type Named = { kind: TextKind; source: string }

/** Beside the field of a text: opens what it is called in the other languages. */
export function TextLanguages({ kind, source }: Named) {
  const [isOpen, setIsOpen] = useState(false)
  const name = source.trim()
  if (otherLanguages.length === 0 || name === '') return null
  return (
    <>
      <IconAction
        Icon={IconLanguage}
        size={32}
        label={t('panel.texts.ofName', { name })}
        title={t('panel.texts.inLanguages')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <TextLanguagesDialog kind={kind} source={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Saved at once, apart from the form around it: the translation belongs to the text. */
export function TextLanguagesDialog({ kind, source, onClose }: Named & { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['texts', 'one', kind, source],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetTexts', { kind, source }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  })
  const row = data?.items[0]
  if (row) return <LanguageFields row={row} onClose={onClose} />
  return (
    <Dialog title={t('panel.texts.ofName', { name: source })} onClose={onClose}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />}
    </Dialog>
  )
}

function LanguageFields({ row, onClose }: { row: TextRow; onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState<TextRow['texts']>({})
  const { run, isBusy } = useBusy('textCoverage')
  const changed = Object.fromEntries(
    Object.entries(typed)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([language, text]) => text !== (row.texts[language as keyof typeof typed] ?? '')),
  )
  const count = Object.keys(changed).length
  const save = async () => {
    const accepted = otherLanguages.filter(
      (language) => language in changed && changed[language] === row.proposals[language],
    )
    if (count > 0) notifySaved(count, await saveTexts([{ row, texts: changed, accepted }]))
    onClose()
  }
  return (
    <Dialog
      title={t('panel.texts.ofName', { name: row.source })}
      text={t('panel.texts.forAll')}
      action={{ text: t('panel.form.save'), isOnEnter: true, 'aria-busy': isBusy, onClick: () => run(save) }}
      onClose={onClose}
    >
      <div className={classes.fields}>
        {otherLanguages.map((language) => {
          const proposal = row.proposals[language]
          return (
            <TextInput
              key={language}
              id={`${id}-${language}`}
              label={languageNames[language]}
              lang={language}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
              maxLength={500}
              value={typed[language] ?? row.texts[language] ?? ''}
              description={
                row.accepted.includes(language) && typed[language] === undefined
                  ? t('panel.texts.fromDictionary')
                  : undefined
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={({ currentTarget }) => setTyped({ ...typed, [language]: currentTarget.value })}
              {...(proposal && (typed[language] ?? row.texts[language] ?? '') === ''
                ? {
                    placeholder: proposal,
                    rightSectionWidth: 44,
                    rightSection: (
                      <AcceptButton
                        text={proposal}
                        onAccept={() => {
                          setTyped({ ...typed, [language]: proposal })
                          // The button goes.
                          document.getElementById(`${id}-${language}`)?.focus()
                        }}
                      />
                    ),
                  }
                : {})}
            />
          )
        })}
      </div>
    </Dialog>
  )
}

function AcceptButton({ text, onAccept }: { text: string; onAccept: () => void }) {
  const label = t('panel.texts.accept', { text })
  return <IconAction Icon={IconCheck} size={32} label={label} title={label} onClick={onAccept} />
}
