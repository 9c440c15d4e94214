import card from './ProductCell.module.css'
import classes from './ProductOutline.module.css'

/** A placeholder exactly as tall as a card. */
export function ProductOutline() {
  return (
    <div className={`${card.card} ${classes.outline}`} aria-hidden>
      <div className={classes.photo} />
      <div className={card.choice} />
      <div className={card.text}>
        <p className={card.brand}>
          <Bar width="40%" />
        </p>
        <div className={card.name}>
          <Bar width="80%" />
        </div>
        <p className={card.color}>
          <Bar width="60%" />
        </p>
        <p className={card.price}>
          <span className={classes.price}>
            <Bar width="100%" />
          </span>
        </p>
        <p className={card.more}>&nbsp;</p>
      </div>
      <div className={card.buttons}>
        <span className={card.toggle}>
          <Bar width="50%" />
        </span>
      </div>
    </div>
  )
}

/** As high as a text line. */
function Bar({ width }: { width: string }) {
  return (
    <span className={classes.bar} style={{ width }}>
      &nbsp;
    </span>
  )
}
