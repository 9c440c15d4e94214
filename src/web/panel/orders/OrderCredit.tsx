import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { CreditBox } from '#web/ui/credit/CreditBox.tsx'
import { PageLink } from '../PageLink.tsx'
import { useCall } from '../useCall.ts'

/** What the order's customer owes and may still order. */
export function OrderCredit({ currAccCode }: { currAccCode: string }) {
  const { data } = useCall(['credit', currAccCode], (options) =>
    api.get('/api/Shop/GetCredit', { currAccCode }, options),
  )
  return (
    <CreditBox credit={data?.credit}>
      <PageLink page={pages.statement} link={{ params: { code: currAccCode } as never }}>
        {t('statement.title')}
      </PageLink>
    </CreditBox>
  )
}
