import { memo, startTransition, useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import classes from './CartLines.module.css'
import { CartRow } from './CartRow.tsx'
import type { CartLine, Editing } from './cart.ts'
import { useCart } from './cartStore.ts'
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
  const drawn = useGrowing(groups.length)
  return groups.slice(0, drawn).map((group) => <Item key={group.itemCode} group={group} editing={editing} />)
}

const atFirst = 24
const step = 60

/** How many of many are drawn: those seen at first at once, the rest piece by piece while the browser has time. */
function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(atFirst)
  useEffect(() => {
    if (drawn >= count) return undefined
    const grow = window.setTimeout(() => startTransition(() => setDrawn(drawn + step)), 16)
    return () => clearTimeout(grow)
  }, [drawn, count])
  return drawn
}

type ItemProps = { group: ItemGroup; editing: Editing | null }

/** One item with all its colours: drawn again only where its own lines came or went. */
const Item = memo(function Item({ group: { colors }, editing }: ItemProps) {
  const first = useHead(colors[0]?.ids[0])
  if (!first) return null
  return (
    <section className={classes.group} aria-label={`${first.itemDescription} ${first.itemCode}`}>
      <h2 className={classes.name}>
        {first.itemDescription}{' '}
        <span className={classes.small}>
          <bdi>{first.itemCode}</bdi> · {first.brandName}
        </span>
      </h2>
      {colors.map(({ colorCode, ids }) => (
        <Color key={colorCode} ids={ids} editing={editing} />
      ))}
    </section>
  )
})

function Color({ ids, editing }: { ids: string[]; editing: Editing | null }) {
  const first = useHead(ids[0])
  if (!first) return null
  return (
    <div className={classes.color}>
      <div className={classes.photo}>
        <ProductPhoto of={first} />
      </div>
      <h3 className={classes.colorName}>
        {first.colorDescription} <bdi className={classes.small}>{first.colorCode}</bdi>
      </h3>
      <ul className={classes.rows}>
        {ids.map((id) => (
          <CartRow key={id} productId={id} editing={editing} />
        ))}
      </ul>
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
