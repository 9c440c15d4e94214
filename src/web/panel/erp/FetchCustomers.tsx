import { Button } from '@mantine/core'
import { IconCloudDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useMayOpen } from '../access.ts'
import { useErpDeeds } from './useErpDeeds.ts'
import { useErpLink } from './useErpLink.ts'

/** Fetches the customers that have changed in the ERP; absent where there is none. */
export function FetchCustomers() {
  const { data } = useErpLink({ enabled: useMayOpen(pages.erp) })
  const { busy, once } = useErpDeeds()
  const queries = useQueryClient()
  if (!data?.link) return null
  const fetchNow = async () => {
    const { added, updated, unchanged } = await api.post('/api/Account/SyncCustomersWithErp', {})
    const counts = {
      added: formatCount(added),
      updated: formatCount(updated),
      unchanged: formatCount(unchanged),
    }
    notifyDone(t('panel.erp.customersFetched', counts))
    await queries.invalidateQueries({ queryKey: ['customers'] })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCloudDown size={18} aria-hidden />}
      aria-busy={busy === 'fetch'}
      loading={busy === 'fetch'}
      onClick={() => once('fetch', fetchNow)}
    >
      {t('panel.erp.fetchCustomers')}
    </Button>
  )
}
