import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { usePageSearch } from '../shell/pageAddress.ts'
import { ComparisonPart } from './ComparisonPart.tsx'
import classes from './ErpPage.module.css'
import { erpTabs, readErpSearch } from './erpSearch.ts'
import { FetchingPart } from './FetchingPart.tsx'
import { OrdersPart } from './OrdersPart.tsx'
import { SetupPart } from './SetupPart.tsx'
import { StatePart } from './StatePart.tsx'

export function ErpPage() {
  const { tab: current = 'state' } = readErpSearch(usePageSearch())
  // Once opened, the form stays mounted to keep what was typed.
  const [hasSetup, setHasSetup] = useState(false)
  if (current === 'setup' && !hasSetup) setHasSetup(true)
  return (
    <>
      <nav aria-label={t('panel.erp')} className={classes.tabs}>
        {erpTabs.map((tab) => (
          <Link
            key={tab}
            to="/erp/index"
            search={(tab === 'state' ? {} : { tab }) as never}
            className={classes.tab}
            // Otherwise the first tab would always look active.
            activeOptions={{ exact: true, includeSearch: true }}
            {...(tab === current ? { 'aria-current': 'page' as const } : {})}
          >
            {t(`panel.erp.tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {current === 'state' && <StatePart />}
      {current === 'orders' && <OrdersPart />}
      {current === 'fetching' && <FetchingPart />}
      {current === 'comparison' && <ComparisonPart />}
      {hasSetup && (
        <div hidden={current !== 'setup'}>
          <SetupPart isShown={current === 'setup'} />
        </div>
      )}
    </>
  )
}
