import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { clearLines } from './cartStore.ts'
import { usePlacing } from './placing.ts'

/** Disabled while sending: the order would be placed from a cleared cart. */
export function ClearCart() {
  const isSending = usePlacing(({ placing: { step } }) => step === 'sending' || step === 'waiting')
  const confirmClear = async () => {
    const action = t('cart.clear')
    if (await confirm({ title: action, text: t('cart.clearText'), action, isDangerous: true })) clearLines()
  }
  return (
    <Button
      className="screen-only"
      variant="subtle"
      color="red"
      disabled={isSending}
      onClick={() => void confirmClear()}
    >
      {t('cart.clear')}
    </Button>
  )
}
