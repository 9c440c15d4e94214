import { Badge } from '@mantine/core'
import { t } from '#web/i18n.ts'

/** Whether orders can be placed for a customer. What is as it should be is no badge. */
export function CustomerState({ of }: { of: { isBlocked: boolean; isDeleted: boolean } }) {
  if (of.isDeleted) {
    return (
      <Badge variant="light" color="gray">
        {t('panel.customer.state.deleted')}
      </Badge>
    )
  }
  if (!of.isBlocked) return t('panel.customer.state.open')
  return (
    <Badge variant="light" color="red">
      {t('panel.customer.state.blocked')}
    </Badge>
  )
}
