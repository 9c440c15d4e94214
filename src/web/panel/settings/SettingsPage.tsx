import { Skeleton, Title } from '@mantine/core'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { SettingsEditor } from './SettingsEditor.tsx'

export function SettingsPage() {
  const query = useRecordQuery({
    queryKey: ['tenantSettings'],
    queryFn: ({ signal }) => fetchSettings({ signal }),
  })
  if (query.data) return <SettingsEditor stored={query.data} fetchStored={() => fetchSettings()} />
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('panel.settings')}
      </Title>
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={900} maw={960} radius="md" />
      )}
    </>
  )
}

async function fetchSettings(options: { signal?: AbortSignal } = {}) {
  return (await api.get('/api/Account/GetTenantSettings', {}, options)).data
}
