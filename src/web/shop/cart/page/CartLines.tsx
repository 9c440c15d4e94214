import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { textMatcher } from '#shared/text/textMatch.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { groupsOf, type ItemGroup, searchedText } from '../lines/cartGroups.ts'
import { useLine } from '../lines/useLine.ts'
import { useProblemFinder } from '../offers/useOffers.ts'
import type { CartLine, Editing } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import classes from './CartLines.module.css'
import { CartRow } from './CartRow.tsx'
import { RenderWhenNear } from './RenderWhenNear.tsx'

export function CartLines({ text, onlyProblems }: { text: string; onlyProblems: boolean }) {
  const findProblem = useProblemFinder()
  const isFound = textMatcher(text)
  const groups = useCart(({ lines }) => {
    const shown =
      text || onlyProblems
        ? lines.filter(
            (line) => isFound(searchedText(line)) && (!onlyProblems || findProblem(line) !== undefined),
          )
        : lines
    return groupsOf(shown)
  })
  const editing = useCart((cart) => cart.editing)
  const isLong = useCart(({ lines }) => lines.length > lazyAboveLines)
  return groups.map((group, index) => {
    const item = <Item group={group} editing={editing} isLong={isLong} />
    if (!isLong) return <Fragment key={group.itemCode}>{item}</Fragment>
    return (
      <RenderWhenNear
        key={group.itemCode}
        isAtTop={index < initialCount}
        estimatedHeightPx={estimateHeightPx(group)}
      >
        {item}
      </RenderWhenNear>
    )
  })
}

/** Beyond this, only rows near the window are drawn: a thousand rows slow every press. */
const lazyAboveLines = 120
/** Items, and colours of an item, drawn at once. */
const initialCount = 4

/** Estimated heights in pixels, until first drawn. */
const headHeightPx = 60
const colorHeightPx = 56
const rowHeightPx = 57

const estimateHeightPx = ({ colors }: ItemGroup) =>
  colors.reduce((sum, { ids }) => sum + colorHeightPx + ids.length * rowHeightPx, headHeightPx)

type ItemProps = { group: ItemGroup; editing: Editing | null; isLong: boolean }

/** Redraws only when its own lines come or go. */
const Item = memo(function Item({ group: { colors }, editing, isLong }: ItemProps) {
  const first = useHead(colors[0]?.ids[0])
  if (!first) return null
  return (
    <section className={classes.group} aria-label={`${first.itemDescription} ${first.itemCode}`}>
      <h2 className={classes.name}>
        <Link
          to="/shop/items/$itemCode"
          params={{ itemCode: first.itemCode }}
          search={{ color: first.colorCode }}
        >
          {first.itemDescription}
        </Link>{' '}
        <span className={classes.small}>
          <bdi>{first.itemCode}</bdi> · {first.brandName}
        </span>
      </h2>
      {colors.map(({ colorCode, ids }, index) => (
        <Color key={colorCode} ids={ids} editing={editing} isLong={isLong} isAtTop={index < initialCount} />
      ))}
    </section>
  )
})

type ColorProps = { ids: string[]; editing: Editing | null; isLong: boolean; isAtTop: boolean }

function Color({ ids, editing, isLong, isAtTop }: ColorProps) {
  const first = useHead(ids[0])
  if (!first) return null
  const rows = (
    <ul className={classes.rows}>
      {ids.map((id) => (
        <CartRow key={id} productId={id} editing={editing} />
      ))}
    </ul>
  )
  return (
    <div className={classes.color}>
      <div className={classes.photo}>
        <ProductPhoto of={first} />
      </div>
      <h3 className={classes.colorName}>
        {first.colorDescription} <bdi className={classes.small}>{first.colorCode}</bdi>
      </h3>
      {isLong ? (
        <RenderWhenNear
          isAtTop={isAtTop}
          estimatedHeightPx={ids.length * rowHeightPx}
          className={classes.rows ?? ''}
        >
          {rows}
        </RenderWhenNear>
      ) : (
        rows
      )}
    </div>
  )
}

/** Without the quantity, so typing does not redraw the head. */
function useHead(productId = '') {
  return useLine(
    productId,
    useShallow((line: CartLine | undefined) => {
      if (!line) return undefined
      const { itemCode, itemDescription, brandName, colorCode, colorDescription, images, updatedDate } = line
      return { itemCode, itemDescription, brandName, colorCode, colorDescription, images, updatedDate }
    }),
  )
}
