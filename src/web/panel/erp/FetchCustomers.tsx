import { IconCloudDown } from '@tabler/icons-react'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useMayOpen } from '../access.ts'
import { IconButton } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useErpLink } from './useErpLink.ts'

/** Absent without a link. */
export function FetchCustomers() {
  const { data } = useErpLink({ enabled: useMayOpen(pages.erp) })
  const { isBusy, button } = useBusy()
  if (!data?.link) return null
  const fetchNow = async () => {
    const { added, updated, unchanged } = await api.post('/api/Account/SyncCustomersWithErp', {})
    const counts = {
      added: formatCount(added),
      updated: formatCount(updated),
      unchanged: formatCount(unchanged),
    }
    notifyDone(t('panel.erp.customersFetched', counts))
    await refetch('customers')
  }
  return (
    <IconButton Icon={IconCloudDown} {...button('fetch', fetchNow)} loading={isBusy}>
      {t('panel.erp.fetchCustomers')}
    </IconButton>
  )
}
