import { Badge, Group } from '@mantine/core'
import type { Transfer } from '#shared/erp/erp.ts'
import { t } from '#web/i18n.ts'

const colors: Record<Transfer['state'], string> = {
  pending: 'yellow',
  sending: 'blue',
  sent: 'green',
  held: 'gray',
  dead: 'red',
}

type Props = {
  transfer: {
    state: Transfer['state']
    mayExist?: boolean | undefined
    waitsFor?: Transfer['waitsFor']
  }
}

export function TransferBadge({ transfer: { state, mayExist, waitsFor } }: Props) {
  const isUncertain = mayExist === true && state !== 'sent'
  return (
    <Group component="span" gap={4} display="inline-flex">
      {!(isUncertain && state === 'pending') && (
        <Badge component="span" color={waitsFor ? 'orange' : colors[state]}>
          {waitsFor ? t(`panel.order.waitsFor.${waitsFor}`) : t(`panel.erp.transfer.${state}`)}
        </Badge>
      )}
      {isUncertain && (
        <Badge component="span" color="yellow">
          {t('panel.erp.view.uncertain')}
        </Badge>
      )}
    </Group>
  )
}
