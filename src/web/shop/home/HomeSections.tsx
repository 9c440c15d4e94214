import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { BrandShelf } from './BrandShelf.tsx'
import { CategoryTree } from './CategoryTree.tsx'

/** homeVisibleType: 0 brands, 1 categories, else both. */
export function HomeSections({ home }: { home: ShopHome }) {
  const { homeVisibleType } = settings
  if (home.brands.length === 0) {
    return <Empty title={t('home.emptyTitle')}>{t('home.emptyText')}</Empty>
  }
  return (
    <>
      {homeVisibleType !== 1 && <BrandShelf brands={home.brands} />}
      {homeVisibleType !== 0 && <CategoryTree categories={home.categories} />}
    </>
  )
}
