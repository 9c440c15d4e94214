import { api } from '#web/api.ts'
import { CreditBox } from '#web/ui/credit/CreditBox.tsx'
import { useCall } from '../useCall.ts'

/** What the order's customer owes and may still order. */
export function OrderCredit({ currAccCode }: { currAccCode: string }) {
  const { data } = useCall(['credit', currAccCode], (options) =>
    api.get('/api/Shop/GetCredit', { currAccCode }, options),
  )
  return <CreditBox credit={data?.credit} />
}
