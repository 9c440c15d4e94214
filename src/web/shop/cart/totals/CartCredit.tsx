import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fromMinor, sumMinor, toMinor } from '#shared/numbers/money.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { CreditBox } from '#web/ui/credit/CreditBox.tsx'
import { usePricedTotals } from '../../pricing/pricedLines.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { useCart } from '../stored/cartStore.ts'
import { useCartTax } from './cartTax.ts'

/** What the customer owes and may still order, with this cart. */
export function CartCredit() {
  const user = useSession((session) => session.user)
  const chosen = useCart((cart) => cart.currAccCode)
  const changed = useCart((cart) => (cart.editing ? cart.guidKey : undefined))
  const account = isCustomer(user) ? user?.currAccCode : chosen
  const { data } = useQuery({
    queryKey: ['credit', user?.id, account, changed],
    queryFn: async ({ signal }) => {
      const input = { currAccCode: account, ...(changed ? { guidKey: changed } : {}) }
      return (await api.get('/api/Shop/GetCredit', input, { signal })).data
    },
    enabled: Boolean(user && account),
    staleTime: 60_000,
  })
  const lines = useDeferredLines()
  const totals = usePricedTotals(lines)
  const { taxes } = useCartTax(lines)
  // With VAT where it is known: that is what will be owed.
  const owed = totals.map(({ currency, amount }) => {
    const tax = taxes.find((one) => one.currency === currency)?.taxMinor
    return { currency, amount: fromMinor(sumMinor([toMinor(amount), tax])) }
  })
  return (
    <CreditBox credit={data?.credit} cart={owed}>
      <Link to="/shop/statement">{t('statement.title')}</Link>
    </CreditBox>
  )
}
