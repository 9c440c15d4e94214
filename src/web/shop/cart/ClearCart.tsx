import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { clearLines } from './cartStore.ts'
import { usePlacing } from './placing.ts'

/** An order that is being sent is stopped first: it would be placed from a cart that was cleared. */
export function ClearCart() {
  const isUnderWay = usePlacing(({ placing: { step } }) => step === 'sending' || step === 'waiting')
  const ask = async () => {
    const action = t('cart.clear')
    if (await confirm({ title: action, text: t('cart.clearText'), action, isDangerous: true })) clearLines()
  }
  return (
    <Button
      className="screen-only"
      variant="subtle"
      color="red"
      disabled={isUnderWay}
      onClick={() => void ask()}
    >
      {t('cart.clear')}
    </Button>
  )
}
