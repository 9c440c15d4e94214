import { Button } from '@mantine/core'
import { IconCloudDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useMayOpen } from '../access.ts'
import { useErpActions } from './useErpActions.ts'
import { useErpLink } from './useErpLink.ts'

/** Absent without a link. */
export function FetchCustomers() {
  const { data } = useErpLink({ enabled: useMayOpen(pages.erp) })
  const { busy, run } = useErpActions()
  const queryClient = useQueryClient()
  if (!data?.link) return null
  const fetchNow = async () => {
    const { added, updated, unchanged } = await api.post('/api/Account/SyncCustomersWithErp', {})
    const counts = {
      added: formatCount(added),
      updated: formatCount(updated),
      unchanged: formatCount(unchanged),
    }
    notifyDone(t('panel.erp.customersFetched', counts))
    await queryClient.invalidateQueries({ queryKey: ['customers'] })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCloudDown size={18} aria-hidden />}
      aria-busy={busy === 'fetch'}
      loading={busy === 'fetch'}
      onClick={() => run('fetch', fetchNow)}
    >
      {t('panel.erp.fetchCustomers')}
    </Button>
  )
}
