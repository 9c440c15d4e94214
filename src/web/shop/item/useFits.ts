import { useSyncExternalStore } from 'react'
import { isWide } from '../useIsWide.ts'
import type { Grid } from './gridModel.ts'

/** As in GridTable.module.css and ItemPage.module.css, in pixels. */
const colorAndSum = 246
const columnOfSize = 73
const columnOfLot = 121
const besidesContent = 48
const maxContent = 1360
const photoColumn = 388
const photoBesideFrom = 1200

function subscribe(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

/** Whether a table of the grid has room without scrolling sideways. */
export function useFits({ columns }: Grid): boolean {
  const needed = columns.reduce((sum, { lot }) => sum + (lot ? columnOfLot : columnOfSize), colorAndSum)
  return useSyncExternalStore(subscribe, () => {
    const content = Math.min(innerWidth, maxContent) - besidesContent
    return isWide() && needed <= content - (innerWidth >= photoBesideFrom ? photoColumn : 0)
  })
}
