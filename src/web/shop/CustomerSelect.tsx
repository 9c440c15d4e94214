import { Select } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useCustomers } from './account.ts'
import { changeCart, useCart } from './cart/cartStore.ts'

/** Whom an agent or the office orders for. Prices and brands everywhere are that customer's. */
export function CustomerSelect({ isMissing = false }: { isMissing?: boolean }) {
  const customers = useCustomers()
  const chosen = useCart((cart) => cart.currAccCode)
  const choose = (currAccCode: string | null) => {
    const customer = customers.data?.find((one) => one.currAccCode === currAccCode)
    changeCart({
      currAccCode: currAccCode ?? '',
      subCurrAccId: '',
      salesPersonCode: customer?.salesPersonCode ?? '',
    })
  }
  return (
    <Select
      aria-label={t('cart.customer')}
      placeholder={t('cart.customerPlaceholder')}
      searchable
      clearable
      limit={60}
      nothingFoundMessage={t('list.nothingFound')}
      disabled={customers.isPending}
      error={customers.error?.message ?? (isMissing ? t('cart.customerRequired') : undefined)}
      value={chosen || null}
      onChange={choose}
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      data={(customers.data ?? []).map((one) => ({
        value: one.currAccCode,
        label: `${one.currAccDescription} · ${one.currAccCode}`,
      }))}
    />
  )
}
