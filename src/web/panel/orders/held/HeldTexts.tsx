import type { HeldOrder } from '#shared/orders/heldOrders.ts'
import { t } from '#web/i18n.ts'

type Props = Pick<HeldOrder, 'discountReason' | 'overrideReason' | 'note'>

/** Why discounts and other quantities were given, and what the company wrote to the customer. */
export function HeldTexts({ discountReason, overrideReason, note }: Props) {
  const texts = [
    [t('panel.changes.field.discountReason'), discountReason],
    [t('panel.changes.field.overrideReason'), overrideReason],
    [t('panel.held.note'), note],
  ] as const
  return texts.map(
    ([name, text]) =>
      text && (
        <div key={name} className="soft">
          {name}: <bdi>“{text}”</bdi>
        </div>
      ),
  )
}
