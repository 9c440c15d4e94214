import { Select } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { useCustomers } from './account.ts'
import { changeCart, useCart } from './cart/cartStore.ts'

/** Whom an agent or the office orders for. Prices and brands everywhere are that customer's. */
export function CustomerSelect({ isMissing = false, label }: { isMissing?: boolean; label?: string }) {
  const customers = useCustomers()
  const chosen = useCart((cart) => cart.currAccCode)
  const isForeign =
    customers.data !== undefined && chosen !== '' && !customers.data.some((one) => one.currAccCode === chosen)
  useEffect(() => {
    // Left by somebody else at this browser, or no longer theirs.
    if (isForeign) changeCart({ currAccCode: '', subCurrAccId: '', salesPersonCode: '' })
  }, [isForeign])
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
      {...(label ? { label } : { 'aria-label': t('cart.customer') })}
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
