import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { useIsWide } from '../useIsWide.ts'
import classes from './CategoryTree.module.css'
import home from './HomePage.module.css'

type Category = ShopHome['categories'][number]
type ChildrenOf = Map<string, Category[]>

/** Wide: roots as tiles with their children. Phone: everything folded. */
export function CategoryTree({ categories }: { categories: Category[] }) {
  const isWide = useIsWide()
  const known = new Set(categories.map(({ categoryId }) => categoryId))
  const childrenOf = Map.groupBy(categories, ({ parentId }) =>
    parentId && known.has(parentId) ? parentId : '',
  )
  return (
    <section className={home.shelf}>
      <h2 className={home.title}>{t('home.categories')}</h2>
      <ul className={classes.roots}>
        {childrenOf.get('')?.map((root) => (
          // The key refolds when the width changes.
          <Node
            key={`${root.categoryId} ${isWide}`}
            category={root}
            childrenOf={childrenOf}
            isRoot
            isUnfolded={isWide}
          />
        ))}
      </ul>
    </section>
  )
}

type NodeProps = { category: Category; childrenOf: ChildrenOf; isRoot?: boolean; isUnfolded?: boolean }

function Node({ category, childrenOf, isRoot = false, isUnfolded = false }: NodeProps) {
  const { categoryId, categoryName, image, productCount } = category
  const children = childrenOf.get(categoryId) ?? []
  const [isOpen, setIsOpen] = useState(isUnfolded)
  const listId = useId()
  return (
    <li className={isRoot ? classes.root : classes.node}>
      <div className={classes.row}>
        <Link to="/shop/products" search={{ categoryId }} className={classes.link}>
          {isRoot && (
            <span className={classes.picture}>
              {image && <img src={image} alt="" loading="lazy" decoding="async" />}
            </span>
          )}
          <span className={classes.name}>{categoryName}</span>
          <span className={home.count} aria-hidden="true">
            {formatCount(productCount)}
          </span>
          <span className={home.spoken}>{t('home.productCount', { count: productCount })}</span>
        </Link>
        {children.length > 0 && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={t('home.below', { category: categoryName })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <LineIcon name="right" size={20} />
          </button>
        )}
      </div>
      {children.length > 0 && (
        <ul id={listId} className={classes.children} hidden={!isOpen}>
          {isOpen &&
            children.map((child) => <Node key={child.categoryId} category={child} childrenOf={childrenOf} />)}
        </ul>
      )}
    </li>
  )
}
