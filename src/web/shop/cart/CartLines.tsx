import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import classes from './CartLines.module.css'
import { CartRow } from './CartRow.tsx'
import type { CartLine, Editing } from './cart.ts'
import { useCart } from './cartStore.ts'
import { Nearby } from './Nearby.tsx'
import { groupsOf, type ItemGroup, isFound } from './structure.ts'
import { useLine } from './useLine.ts'
import { useJudge } from './useOffers.ts'

/** Lines of the cart, item by item; those that match all words, or only those with problems where wanted. */
export function CartLines({ words, onlyProblems }: { words: readonly string[]; onlyProblems: boolean }) {
  const judge = useJudge()
  const groups = useCart(({ lines }) => {
    const shown =
      words.length > 0 || onlyProblems
        ? lines.filter((line) => isFound(line, words) && (!onlyProblems || judge(line) !== undefined))
        : lines
    return groupsOf(shown)
  })
  const editing = useCart((cart) => cart.editing)
  const isLong = useCart(({ lines }) => lines.length > muchToDraw)
  return groups.map((group, index) => {
    const item = <Item group={group} editing={editing} isLong={isLong} />
    if (!isLong) return <Fragment key={group.itemCode}>{item}</Fragment>
    return (
      <Nearby key={group.itemCode} isAtTop={index < atFirst} guess={heightOf(group)}>
        {item}
      </Nearby>
    )
  })
}

/** From how many lines on only those near the window are drawn: a thousand rows make every press slow. */
const muchToDraw = 120
/** How many items, and how many colours of one, a window shows at first. */
const atFirst = 4

/** About how high things are on a phone, in pixels; what was drawn once is remembered as it was. */
const headHeight = 60
const colorHeight = 56
const rowHeight = 57

const heightOf = ({ colors }: ItemGroup) =>
  colors.reduce((sum, { ids }) => sum + colorHeight + ids.length * rowHeight, headHeight)

type ItemProps = { group: ItemGroup; editing: Editing | null; isLong: boolean }

/** One item with all its colours: drawn again only where its own lines came or went. */
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
        <Color key={colorCode} ids={ids} editing={editing} isLong={isLong} isAtTop={index < atFirst} />
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
        <Nearby isAtTop={isAtTop} guess={ids.length * rowHeight} className={classes.rows ?? ''}>
          {rows}
        </Nearby>
      ) : (
        rows
      )}
    </div>
  )
}

/** What a line says of its item and colour: not its quantity, so that the head stays when one is typed. */
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
