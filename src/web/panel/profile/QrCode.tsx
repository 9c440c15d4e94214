import { encode } from 'uqr'
import classes from './TwoFactor.module.css'

/** Always black on white, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encode(text, { ecc: 'M', border: 4 }).data
  const size = rows.length
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
