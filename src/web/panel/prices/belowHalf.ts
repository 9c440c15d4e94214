import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'

/** Sends a change of a rule; one with a price of less than half the list price only once that is confirmed. */
export async function confirmingBelowHalf<T>(send: (confirmed: boolean) => Promise<T>): Promise<T> {
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'priceRule.belowHalf') throw error
    const isSure = await confirm({
      title: t('panel.price.belowHalfSure', { count: 1 }),
      text: error.message,
      action: t('panel.price.belowHalfSave'),
    })
    if (!isSure) throw error
    return send(true)
  }
}
