import { Skeleton, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { getTextCoverage } from '#shared/catalogue/texts.ts'
import type { Language } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import classes from './Texts.module.css'

export function useCoverage() {
  return useQuery({
    queryKey: ['textCoverage'],
    queryFn: ({ signal }) => api.get('/api/Shop/GetTextCoverage', {}, { signal }),
  })
}

type Counts = z.output<typeof getTextCoverage.reply>['data']['kinds'][number]

/** How much of each kind is translated, with the way to what is missing. */
export function Coverage({ current }: { current: TextKind }) {
  const { data, error, refetch } = useCoverage()
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={260} radius="md" mb="lg" />
  const { languages, kinds } = data.data
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways
    <section className={classes.coverage} aria-labelledby="coverage" tabIndex={0}>
      <Title order={2} size="h5" id="coverage" mb={4}>
        {t('panel.texts.coverage')}
      </Title>
      <Table withRowBorders verticalSpacing={4} w="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('panel.texts.what')}</Table.Th>
            {languages.map((language) => (
              <Table.Th key={language} scope="col" lang={language}>
                {languageNames[language]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds
            .filter(({ total }) => total > 0)
            .map((counts) => (
              <Table.Tr key={counts.kind} data-current={counts.kind === current || undefined}>
                <Table.Th scope="row">
                  <Link to="/panel-urunler/ceviriler" search={{ kind: counts.kind } as never}>
                    {t(`panel.texts.kind.${counts.kind}`)}
                  </Link>{' '}
                  <span className="soft number">{formatCount(counts.total)}</span>
                </Table.Th>
                {languages.map((language) => (
                  <Table.Td key={language}>
                    <Share counts={counts} language={language} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Share({ counts: { kind, total, translated }, language }: { counts: Counts; language: Language }) {
  const count = translated[language] ?? 0
  if (count >= total) return <span className="soft">{t('panel.texts.complete')}</span>
  const kindName = t(`panel.texts.kind.${kind}`)
  return (
    <span className={classes.share}>
      {formatCount(Math.floor((100 * count) / total))} %{' '}
      <Link
        to="/panel-urunler/ceviriler"
        search={{ kind, language, state: 'missing' } as never}
        aria-label={t('panel.texts.showMissing', { kind: kindName, language: languageNames[language] })}
      >
        {t('panel.texts.missing', { count: total - count })}
      </Link>
    </span>
  )
}
