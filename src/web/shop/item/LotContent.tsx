import classes from './LotContent.module.css'

/** What is in a lot, as `S/M/L 1-2-1`: broken between sizes and counts, not within them. */
export function LotContent({ text }: { text: string }) {
  return (
    <bdi>
      {text.split(' ').map((part, index) => (
        <span key={`${index} ${part}`}>
          {index > 0 && ' '}
          <span className={classes.part}>{part}</span>
        </span>
      ))}
    </bdi>
  )
}
