import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { StatementView } from '#web/ui/statement/StatementView.tsx'
import { useMayOpen } from '../access.ts'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { useCall } from '../useCall.ts'
import { customersLink } from './CustomerTitle.tsx'

/** The statement of a customer, by code. */
export function StatementPage() {
  const { code = '' } = usePageParams()
  const { data } = useCall(['customerName', code], (options) =>
    api.get('/api/Shop/GetCustomers', { search: code, limit: 1000 }, options),
  )
  const name = data?.find(({ currAccCode }) => currAccCode === code)?.currAccDescription ?? code
  usePageTitle(name === '' ? undefined : `${t('statement.title')} ${name}`)
  const seesList = useMayOpen(pages.customers)
  return (
    <>
      <PageHead
        back={seesList ? customersLink : undefined}
        title={
          <>
            {t('statement.title')}{' '}
            <PageLink page={pages.account} link={{ params: { id: code } as never }}>
              <bdi>{name}</bdi>
            </PageLink>
          </>
        }
      />
      <StatementView key={code} currAccCode={code} />
    </>
  )
}
