import { Group } from '@mantine/core'
import { IconBook2, IconCheck, IconFileUpload } from '@tabler/icons-react'
import { type TextKind, textKinds } from '#shared/catalogue/textKinds.ts'
import { type TextRow } from '#shared/catalogue/texts.ts'
import { pages } from '#shared/pages.ts'
import type { Language } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api } from '#web/api.ts'
import { locale, t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton } from '../../IconButton.tsx'
import type { Column } from '../../list/DataTable.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { optionsOf } from '../../list/FilterBar.tsx'
import { ListExport } from '../../list/ListExport.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { toCall } from '../../list/listSearch.ts'
import { useList } from '../../list/useList.ts'
import { PageButton } from '../../PageButton.tsx'
import { PageHead } from '../../PageHead.tsx'
import { refetch } from '../../refetch.ts'
import { useBusy } from '../../useBusy.ts'
import { Coverage, useCoverage } from './Coverage.tsx'
import { TextCell } from './TextCell.tsx'
import classes from './Texts.module.css'
import { notifySaved, saveTexts, type TextChange } from './textCalls.ts'
import { otherLanguages, textList } from './textSearch.ts'

const exporter = createFixedExporter('/api/Shop/ExportProducts', { withTexts: true })

/** All texts of the catalogue in the languages of the shop. */
export function TextsPage() {
  const main = new Intl.DisplayNames([locale], { type: 'language' }).of(settings.mainLanguage) ?? ''
  return (
    <>
      <PageHead
        title={t('panel.translations')}
        text={t('panel.texts.hint', { language: main })}
        actions={
          <Group gap="xs">
            <PageButton page={pages.dictionary} Icon={IconBook2} />
            <PageButton page={pages.catalogueImport} Icon={IconFileUpload} />
            <ListExport exporter={exporter} />
          </Group>
        }
      />
      {otherLanguages.length > 0 ? <Texts /> : <OneLanguage />}
    </>
  )
}

function OneLanguage() {
  return (
    <Empty title={t('panel.texts.oneLanguage')}>
      <p>{t('panel.texts.oneLanguageText')}</p>
      <PageButton page={pages.settings} />
    </Empty>
  )
}

type Row = TextRow & { id: string }

function Texts() {
  const list = useList({
    definition: textList,
    queryKey: ['texts'],
    load: async ({ sort: _sort, order: _order, kind = 'item', ...request }, options) => {
      const { data } = await api.post('/api/Shop/GetTexts', { ...toCall(request), kind }, options)
      return { data: { ...data, items: data.items.map((row) => ({ ...row, id: row.source })) } }
    },
  })
  const { kind = 'item', language } = list.search
  const shown = language ? [language] : otherLanguages
  const rows = list.rows ?? []
  return (
    <>
      <Coverage current={kind} />
      <ListPage
        isPart
        title={t(`panel.texts.kind.${kind}`)}
        list={list}
        total={(count) => t('panel.texts.total', { count })}
        actions={<AcceptAll kind={kind} languages={shown} />}
        empty={{ title: t('panel.texts.emptyTitle'), text: t('panel.texts.emptyText') }}
        search={t('panel.texts.search')}
        filters={{
          kind: {
            label: t('panel.texts.what'),
            options: optionsOf(textKinds, (one) => t(`panel.texts.kind.${one}`)),
          },
          language: {
            label: t('panel.texts.language'),
            options: optionsOf(otherLanguages, (one) => languageNames[one]),
          },
          state: {
            label: t('panel.brandList.state'),
            options: optionsOf(['missing', 'proposed'], (state) => t(`panel.texts.state.${state}`)),
          },
        }}
        columns={columnsOf(rows, shown)}
      />
    </>
  )
}

function columnsOf(rows: Row[], languages: readonly Language[]): Column<Row>[] {
  return [
    {
      name: languageNames[settings.mainLanguage],
      cell: ({ source }) => (
        <bdi className={classes.source} lang={settings.mainLanguage}>
          {source}
        </bdi>
      ),
    },
    ...languages.map(
      (language, at): Column<Row> => ({
        name: languageNames[language],
        cell: (row) => (
          <TextCell
            row={row}
            language={language}
            onPaste={(table) =>
              void paste(rows.slice(rows.indexOf(row)), languages.slice(at), table).catch(notifyFailure)
            }
          />
        ),
      }),
    ),
  ]
}

/** Writes a table of cells over these rows and languages; empty cells change nothing. */
async function paste(rows: Row[], languages: readonly Language[], table: string[][]): Promise<void> {
  let left = 0
  const changes = table.flatMap((cells, at): TextChange[] => {
    const row = rows[at]
    const filled = cells.map((cell) => cell.trim()).entries()
    const texts: TextRow['texts'] = {}
    for (const [place, text] of filled) {
      const language = languages[place]
      if (text === '') continue
      if (!row || !language) left += 1
      else if (text !== row.texts[language]) texts[language] = text.slice(0, 500)
    }
    return row && Object.keys(texts).length > 0 ? [{ row, texts }] : []
  })
  if (left > 0) notifyFailure(new Error(t('panel.texts.pasteLeft', { count: left })))
  if (changes.length === 0) return
  const changeSetId = await saveTexts(changes)
  notifySaved(
    changes.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0),
    changeSetId,
  )
}

/** Accepts the dictionary's proposals of this kind in these languages. */
function AcceptAll({ kind, languages }: { kind: TextKind; languages: readonly Language[] }) {
  const { data } = useCoverage()
  const { button } = useBusy('texts', 'textCoverage')
  const proposed = data?.data.kinds.find((counts) => counts.kind === kind)?.proposed ?? {}
  const count = languages.reduce((sum, language) => sum + (proposed[language] ?? 0), 0)
  if (count === 0) return null
  const accept = async () => {
    const [language, ...others] = languages
    const asked = others.length === 0 && language ? { language } : {}
    const accepted = await api.post('/api/Shop/AcceptTextProposals', { kind, ...asked })
    notifySaved(accepted.data.count, accepted.data.changeSetId)
    await refetch('products')
  }
  return (
    <IconButton Icon={IconCheck} variant="filled" {...button('accept', accept)}>
      {t('panel.texts.acceptAll', { count })}
    </IconButton>
  )
}
