import { Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkedKind } from '#shared/erp/settings.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import classes from './Mapping.module.css'
import type { MappingRow } from './MappingRows.tsx'
import setup from './Setup.module.css'

type Props = {
  kind: LinkedKind
  settings: Record<string, unknown>
  rows: MappingRow[]
  isShown: boolean
}

/** Applies the typed mapping to the newest order. */
export function MappingPreview({ kind, settings, rows, isShown }: Props) {
  const [debouncedSettings] = useDebouncedValue(JSON.stringify(settings), 500)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['erpPreview', kind, debouncedSettings],
    enabled: isShown && rows.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      const parsedSettings = JSON.parse(debouncedSettings) as Record<string, unknown>
      return (
        await api.post(
          '/api/Erp/PreviewMapping',
          { kind, settings: parsedSettings },
          { signal, isQuiet: true },
        )
      ).data
    },
  })
  if (rows.length === 0) return null
  // Errors appear beside their fields.
  if (error) return <Note text={t('panel.erp.map.previewWrong')} />
  if (!data) return null
  if (data.orderNumber === undefined) return <Note text={t('panel.erp.map.previewNone')} />
  const title = t('panel.erp.map.preview', { number: data.orderNumber })
  const headings = kind === 'files' ? data.columns : [t('panel.erp.map.field'), t('panel.erp.map.value')]
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <div
        className={`${setup.preview} ${classes.preview}`}
        role="region"
        aria-label={title}
        tabIndex={0}
        data-stale={isPlaceholderData || undefined}
      >
        <Table aria-label={title} verticalSpacing={6} withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- headings may repeat
                <Table.Th key={index}>
                  <bdi>{heading}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((cells, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id
              <Table.Tr key={index}>
                {cells.map((cell, columnIndex) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <Table.Td key={columnIndex}>
                    <bdi>{cell}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="var(--ink-soft)">
      {text}
    </Text>
  )
}
