import type { ComponentProps } from 'react'
import { ColorChoice } from './ColorChoice.tsx'
import { StockMark } from './StockMark.tsx'

/** Below a card's photo: its colours, and the stock of the chosen one. */
export function CardChoice(props: ComponentProps<typeof ColorChoice>) {
  return (
    <>
      <ColorChoice {...props} />
      <StockMark product={props.product} />
    </>
  )
}
