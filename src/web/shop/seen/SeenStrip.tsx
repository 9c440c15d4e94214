import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import home from '../home/HomePage.module.css'
import { ProductStrip } from '../home/ProductStrip.tsx'
import { useBuyer } from '../useBuyer.ts'
import { forgetSeen, readSeen } from './seen.ts'

/** Recently seen products at today's prices; nothing where none is offered any more. */
export function SeenStrip() {
  const [seen, setSeen] = useState(readSeen)
  const { userId, asked } = useBuyer()
  const ids = seen.map(({ productId }) => productId)
  const products = useQuery({
    queryKey: ['seen', userId, { ids, ...asked }],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Shop/GetProductsByIds', { ids, ...asked }, { signal })).data,
    enabled: ids.length > 0,
  })
  if (ids.length === 0 || products.data?.length === 0) return null
  if (products.error) return <Failure error={products.error} onRetry={() => void products.refetch()} />
  const clear = () => {
    forgetSeen()
    setSeen([])
  }
  return (
    <ProductStrip
      title={t('ordering.seen.title')}
      action={
        <button type="button" className={home.action} aria-label={t('ordering.seen.clear')} onClick={clear}>
          {t('action.clear')}
        </button>
      }
      note={t('tax.pricesWithout')}
      products={products.data}
      placeholders={ids.length}
    />
  )
}
