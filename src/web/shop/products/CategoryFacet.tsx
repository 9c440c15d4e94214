import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProductFacets } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { FacetCheck, FacetGroup } from './FacetGroup.tsx'
import classes from './Facets.module.css'

type Category = ProductFacets['categories'][number]
type Props = {
  categories: Category[]
  within: string | undefined
  chosen: string[]
  onToggle: (id: string) => void
}

/** Categories below the listed one. A chosen one includes all below it. */
export function CategoryFacet({ categories, within, chosen, onToggle }: Props) {
  const known = new Set(categories.map(({ categoryId }) => categoryId))
  const childrenOf = Map.groupBy(categories, ({ categoryId, parentId }) =>
    categoryId === within || !parentId || !known.has(parentId) ? '' : parentId,
  )
  const roots = (within && childrenOf.get(within)) || (within ? [] : (childrenOf.get('') ?? []))
  if (roots.length + chosen.length < 2 && !roots.some(({ categoryId }) => childrenOf.has(categoryId)))
    return null
  return (
    <FacetGroup title={t('product.category')}>
      <Branch {...{ nodes: roots, childrenOf, chosen, onToggle }} />
    </FacetGroup>
  )
}

type BranchProps = {
  nodes: Category[]
  childrenOf: Map<string, Category[]>
  chosen: string[]
  onToggle: (id: string) => void
}

function Branch({ nodes, ...rest }: BranchProps) {
  return (
    <ul className={classes.branch}>
      {nodes.map((node) => (
        <Node key={node.categoryId} node={node} {...rest} />
      ))}
    </ul>
  )
}

function Node({ node, ...rest }: Omit<BranchProps, 'nodes'> & { node: Category }) {
  const { childrenOf, chosen, onToggle } = rest
  const below = childrenOf.get(node.categoryId) ?? []
  const [isOpen, setIsOpen] = useState(() => hasChosen(below, childrenOf, chosen))
  return (
    <li>
      <div className={classes.node}>
        <FacetCheck
          label={node.categoryName}
          count={node.count}
          checked={chosen.includes(node.categoryId)}
          onChange={() => onToggle(node.categoryId)}
        />
        {below.length > 0 && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-label={t('ordering.facets.below', { category: node.categoryName })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
      </div>
      {isOpen && below.length > 0 && <Branch nodes={below} {...rest} />}
    </li>
  )
}

function hasChosen(nodes: Category[], childrenOf: Map<string, Category[]>, chosen: string[]): boolean {
  return nodes.some(
    ({ categoryId }) =>
      chosen.includes(categoryId) || hasChosen(childrenOf.get(categoryId) ?? [], childrenOf, chosen),
  )
}
