import { Skeleton, Title } from '@mantine/core'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { AttributesEditor } from './AttributesEditor.tsx'

/** Names of the ten product attributes, and which of them are shop filters. */
export function AttributesPage() {
  const query = useRecordQuery({
    queryKey: ['attributes'],
    queryFn: ({ signal }) => fetchAttributes({ signal }),
  })
  if (query.data) return <AttributesEditor stored={query.data} fetchStored={() => fetchAttributes()} />
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('panel.attributes')}
      </Title>
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={900} maw={960} radius="md" />
      )}
    </>
  )
}

async function fetchAttributes(options: { signal?: AbortSignal } = {}) {
  return (await api.get('/api/Shop/GetAttributes', {}, options)).data
}
