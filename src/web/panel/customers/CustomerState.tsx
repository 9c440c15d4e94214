import { Badge } from '@mantine/core'
import { t } from '#web/i18n.ts'

/** Orderable customers get no badge. */
export function CustomerState({ customer }: { customer: { isBlocked: boolean; isDeleted: boolean } }) {
  if (customer.isDeleted) {
    return (
      <Badge variant="light" color="gray">
        {t('panel.customer.state.deleted')}
      </Badge>
    )
  }
  if (!customer.isBlocked) return t('panel.customer.state.open')
  return (
    <Badge variant="light" color="red">
      {t('panel.customer.state.blocked')}
    </Badge>
  )
}
