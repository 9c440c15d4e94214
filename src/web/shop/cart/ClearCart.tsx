import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { clearLines } from './cartStore.ts'

export function ClearCart() {
  const ask = async () => {
    const action = t('cart.clear')
    if (await confirm({ title: action, text: t('cart.clearText'), action, isDangerous: true })) clearLines()
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void ask()}>
      {t('cart.clear')}
    </Button>
  )
}
