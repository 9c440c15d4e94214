import { lotSizesOf } from '#shared/catalogue/lots.ts'
import { sizeLabel } from '#web/sizes.ts'
import classes from './LotContent.module.css'

/** Each size above its pieces, or the lot's description, wrapped only between words. */
export function LotContent({ lot }: { lot: Parameters<typeof lotSizesOf>[0] }) {
  const sizes = lotSizesOf(lot)
  if (!sizes) {
    return (
      <bdi>
        {lot.lotDescription.split(' ').map((part, index) => (
          <span key={`${index} ${part}`}>
            {index > 0 && ' '}
            <span className={classes.part}>{part}</span>
          </span>
        ))}
      </bdi>
    )
  }
  return (
    <span className={classes.sizes}>
      {sizes.map(({ size, pieces }) => (
        <span key={size} className={classes.size}>
          <bdi>{sizeLabel(size)}</bdi> <b>{pieces}</b>
        </span>
      ))}
    </span>
  )
}
