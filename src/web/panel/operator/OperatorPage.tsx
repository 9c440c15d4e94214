import { Button, Group } from '@mantine/core'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../PageHead.tsx'
import { useCall } from '../useCall.ts'
import { Deployment } from './Deployment.tsx'
import classes from './OperatorPage.module.css'
import { OperatorSignIn } from './OperatorSignIn.tsx'
import { asOperator, keepToken, useOperator } from './operatorApi.ts'
import { TenantTable } from './TenantTable.tsx'

/** How the deployment does, for who runs it. Belongs to no wholesaler. */
export function OperatorPage() {
  const isSignedIn = useOperator(({ token }) => token !== undefined)
  return <main className={classes.page}>{isSignedIn ? <Overview /> : <OperatorSignIn />}</main>
}

const refreshEveryMs = 30_000

function Overview() {
  const overview = useCall(
    ['operator', 'overview'],
    ({ signal }) => asOperator((options) => api.get('/api/Operator/GetOverview', {}, { ...options, signal })),
    { refetchInterval: refreshEveryMs },
  )
  const signOut = () =>
    void asOperator((options) => api.post('/api/Operator/SignOut', {}, options))
      .catch(() => {})
      .then(() => keepToken(undefined))
  return (
    <>
      <PageHead
        title={t('operator.title')}
        actions={
          <Group>
            <LanguageMenu />
            <Button variant="default" h={40} onClick={signOut}>
              {t('operator.signOut')}
            </Button>
          </Group>
        }
      />
      <Loaded query={overview} height={320} isPolled>
        {(found) => <Deployment overview={found} />}
      </Loaded>
      <TenantTable />
    </>
  )
}
