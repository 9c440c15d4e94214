import { Badge, SegmentedControl, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type TermRow, termRoles } from '#shared/catalogue/texts.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Dialog } from '../../Dialog.tsx'
import { Hint } from '../../Hint.tsx'
import { IconButton } from '../../IconButton.tsx'
import type { Column } from '../../list/DataTable.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { toCall } from '../../list/listSearch.ts'
import { RowAction } from '../../list/removal.tsx'
import { useList } from '../../list/useList.ts'
import { type BackLink, PageHead } from '../../PageHead.tsx'
import { refetch } from '../../refetch.ts'
import { useBusy } from '../../useBusy.ts'
import { EmptySearches } from './EmptySearches.tsx'
import classes from './Texts.module.css'
import { otherLanguages, termList } from './textSearch.ts'

const translationsLink: BackLink = { to: '/panel-urunler/ceviriler', label: t('panel.translations') }
const languages = [settings.mainLanguage, ...otherLanguages]

type Row = TermRow & { id: string; isOwn: boolean }

/** The words that proposals are built from. */
export function DictionaryPage() {
  const [edited, setEdited] = useState<TermRow>()
  const list = useList({
    definition: termList,
    queryKey: ['terms'],
    load: async ({ sort: _sort, order: _order, ...request }, options) => {
      const { data } = await api.post('/api/Shop/GetTerms', toCall(request), options)
      const items = data.items.map((term): Row => {
        const isOwn = term.id !== undefined
        return { ...term, isOwn, id: term.id ?? `${term.role} ${JSON.stringify(term.wordings)}` }
      })
      return { data: { ...data, items } }
    },
  })
  return (
    <>
      <PageHead
        back={translationsLink}
        title={t('panel.dictionary')}
        text={t('panel.dictionary.text')}
        actions={
          <IconButton
            Icon={IconPlus}
            variant="filled"
            onClick={() => setEdited({ role: 'item', wordings: {} })}
          >
            {t('panel.dictionary.add')}
          </IconButton>
        }
      />
      <EmptySearches
        onAdd={(word) => setEdited({ role: 'item', wordings: { [settings.mainLanguage]: `; = ${word}` } })}
      />
      <ListPage
        isPart
        title={t('panel.dictionary')}
        list={list}
        total={(count) => t('panel.dictionary.total', { count })}
        empty={{ title: t('panel.dictionary.emptyTitle'), text: t('panel.dictionary.emptyText') }}
        search={t('panel.dictionary.search')}
        filters={{
          isOwn: {
            label: t('panel.dictionary.whose'),
            options: [{ value: true, label: t('panel.dictionary.own') }],
          },
        }}
        columns={columns}
        rowActions={actionsWith((row) => setEdited(termOf(row)))}
      />
      {edited && <TermDialog term={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** A changed word of the product becomes one of the tenant. */
const termOf = ({ id, version, role, wordings, isOwn }: Row): TermRow => ({
  role,
  wordings,
  ...(isOwn ? { id, version } : {}),
})

const nameOf = ({ wordings }: Pick<TermRow, 'wordings'>) => wordings[settings.mainLanguage] ?? ''

const columns: Column<Row>[] = languages.map((language, at) => ({
  name: languageNames[language],
  cell: ({ wordings, isOwn }) => (
    <>
      <bdi lang={language} className={classes.source}>
        {wordings[language] ?? '–'}
      </bdi>
      {at === 0 && isOwn && (
        <Badge ms={6} variant="light">
          {t('panel.dictionary.own')}
        </Badge>
      )}
    </>
  ),
}))

const actionsWith = (edit: (row: Row) => void) => (row: Row) => <Actions row={row} onEdit={() => edit(row)} />

function Actions({ row, onEdit }: { row: Row; onEdit: () => void }) {
  const { button } = useBusy('terms', 'texts', 'textCoverage')
  const word = nameOf(row)
  const remove = async () => {
    await api.post('/api/Shop/DeleteTerm', { id: row.id })
    notifyDone(t('panel.brandList.deleted', { name: word }), {
      undo: async () => {
        await api.post('/api/Shop/SaveTerm', { role: row.role, wordings: row.wordings })
        await refetch('terms', 'texts', 'textCoverage')
      },
    })
  }
  return (
    <>
      <RowAction Icon={IconPencil} label={t('panel.dictionary.edit', { word })} onClick={onEdit} />
      {row.isOwn && (
        <RowAction
          Icon={IconTrash}
          label={t('panel.dictionary.delete', { word })}
          {...button('delete', remove)}
        />
      )}
    </>
  )
}

function TermDialog({ term, onClose }: { term: TermRow; onClose: () => void }) {
  const [role, setRole] = useState(term.role)
  const [wordings, setWordings] = useState(term.wordings)
  const [failure, setFailure] = useState<CallFailed>()
  const { run, isBusy } = useBusy('terms', 'texts', 'textCoverage')
  const save = async () => {
    const filled = Object.fromEntries(
      Object.entries(wordings)
        .map(([language, text]) => [language, text.trim()])
        .filter(([, text]) => text !== ''),
    )
    const { id, version } = term
    try {
      await api.post('/api/Shop/SaveTerm', { ...(id ? { id, version } : {}), role, wordings: filled })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error)
      return
    }
    notifyDone(t('panel.dictionary.saved', { word: nameOf({ wordings }) }))
    onClose()
  }
  const problemOf = (language: string) => failure?.fields[`wordings.${language}`]
  const isShownAtField = languages.some((language) => problemOf(language))
  return (
    <Dialog
      title={nameOf(term) ? t('panel.dictionary.edit', { word: nameOf(term) }) : t('panel.dictionary.add')}
      error={isShownAtField ? undefined : failure?.message}
      action={{ text: t('panel.form.save'), isOnEnter: true, 'aria-busy': isBusy, onClick: () => run(save) }}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <SegmentedControl
          orientation="vertical"
          aria-label={t('panel.dictionary.role')}
          value={role}
          onChange={setRole}
          data={termRoles.map((value) => ({ value, label: t(`panel.dictionary.role.${value}`) }))}
        />
        {languages.map((language, at) => (
          <TextInput
            key={language}
            data-autofocus={at === 0 || undefined}
            label={languageNames[language]}
            required={at === 0}
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            maxLength={500}
            value={wordings[language] ?? ''}
            error={problemOf(language)}
            onChange={({ currentTarget }) => setWordings({ ...wordings, [language]: currentTarget.value })}
          />
        ))}
        <Hint>{t('panel.dictionary.forms')}</Hint>
      </div>
    </Dialog>
  )
}
