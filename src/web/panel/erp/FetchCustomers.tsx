import { IconCloudDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useMayOpen } from '../access.ts'
import { ErpButton } from './ErpButton.tsx'
import { useErpActions } from './useErpActions.ts'
import { useErpLink } from './useErpLink.ts'

/** Absent without a link. */
export function FetchCustomers() {
  const { data } = useErpLink({ enabled: useMayOpen(pages.erp) })
  const { busy, button } = useErpActions()
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
    <ErpButton Icon={IconCloudDown} {...button('fetch', fetchNow)} loading={busy === 'fetch'}>
      {t('panel.erp.fetchCustomers')}
    </ErpButton>
  )
}
