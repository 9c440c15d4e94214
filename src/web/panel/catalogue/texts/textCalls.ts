import type { z } from 'zod'
import type { getTextCoverage, TextRow } from '#shared/catalogue/texts.ts'
import type { Language } from '#shared/tenancy.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { refetch } from '../../refetch.ts'
import { undoChangeSets } from '../undoChangeSets.ts'
import { otherLanguages } from './textSearch.ts'

type InLanguages = TextRow['texts']
/** A text as it was read, and what is to be written, of it `accepted` as proposed; '' removes a language. */
export type TextChange = { row: TextRow; texts: InLanguages; accepted?: Language[] }

const languagesOf = (texts: InLanguages) => Object.keys(texts) as Language[]

/** Writes translations; answers the change set, if anything differs. What others have changed meanwhile is shown. */
export async function saveTexts(changes: TextChange[]): Promise<string | undefined> {
  const { data } = await api.post('/api/Shop/SaveTexts', {
    texts: changes.map(({ row: { kind, source, texts: stored }, texts, accepted = [] }) => ({
      kind,
      source,
      texts,
      was: Object.fromEntries(languagesOf(texts).map((language) => [language, stored[language] ?? ''])),
      accepted,
    })),
  })
  for (const change of changes) {
    const { row } = change
    const refused = data.refused.find((one) => one.kind === row.kind && one.source === row.source)
    keep(row, refused ? { ...row, texts: refused.texts } : written(change))
    if (refused) notifyFailure(new Error(t('panel.texts.refused', { text: row.source })))
  }
  return data.changeSetId
}

/** For many at once: with a notice that can undo them. */
export function notifySaved(count: number, changeSetId: string | undefined): void {
  const undo = async () => {
    await undoChangeSets(changeSetId ? [changeSetId] : [])
    await refetch('texts', 'textCoverage')
  }
  notifyDone(t('panel.texts.saved', { count }), changeSetId ? { undo } : {})
}

function written({ row, texts, accepted = [] }: TextChange): TextRow {
  const changed = languagesOf(texts)
  const rest = row.accepted.filter((language) => !changed.includes(language))
  return {
    ...row,
    texts: Object.fromEntries(Object.entries({ ...row.texts, ...texts }).filter(([, text]) => text !== '')),
    accepted: [...rest, ...accepted],
    proposals: Object.fromEntries(
      Object.entries(row.proposals).filter(([language]) => !changed.includes(language as Language)),
    ),
  }
}

type Coverage = z.output<typeof getTextCoverage.reply>
type TextPage = { items: TextRow[] }

/** Shows a written text where it is, without loading the list: its order would change under the writer's hands. */
function keep(before: TextRow, after: TextRow): void {
  const isIt = ({ kind, source }: TextRow) => kind === after.kind && source === after.source
  queryClient.setQueriesData<TextPage>(
    { queryKey: ['texts'] },
    (page) => page && { ...page, items: page.items.map((one) => (isIt(one) ? { ...one, ...after } : one)) },
  )
  queryClient.setQueryData<Coverage>(
    ['textCoverage'],
    (coverage) =>
      coverage && {
        ...coverage,
        data: { ...coverage.data, kinds: coverage.data.kinds.map((kind) => counted(kind, before, after)) },
      },
  )
}

type Counts = Coverage['data']['kinds'][number]

function counted(counts: Counts, before: TextRow, after: TextRow): Counts {
  if (counts.kind !== after.kind) return counts
  const translated = { ...counts.translated }
  const proposed = { ...counts.proposed }
  for (const language of otherLanguages) {
    const difference =
      Number(after.texts[language] !== undefined) - Number(before.texts[language] !== undefined)
    translated[language] = (translated[language] ?? 0) + difference
    if (before.proposals[language] !== undefined && before.texts[language] === undefined)
      proposed[language] = Math.max(0, (proposed[language] ?? 0) - difference)
  }
  return { ...counts, translated, proposed }
}
