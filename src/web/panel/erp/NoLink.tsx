import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { PageButton } from '../PageButton.tsx'

/** Instead of a tab's content, until a link is set up. */
export function NoLink() {
  return (
    <Empty title={t('panel.erp.none')}>
      <p>{t('panel.erp.noneText')}</p>
      <PageButton page={pages.erp} link={setupLink} isMain>
        {t('panel.erp.setUp')}
      </PageButton>
    </Empty>
  )
}

export const setupLink = { search: { tab: 'setup' } as never }
