import { Outline } from '#web/ui/LineIcon.tsx'
import classes from './MarkButton.module.css'

type Props = {
  isMarked: boolean
  /** Outline of 24 × 24. */
  icon: string
  look?: 'heart'
  text: string
  onChange: (isMarked: boolean) => void
}

/** A round button that stays pressed. */
export function MarkButton({ isMarked, icon, look, text, onChange }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={isMarked}
      onClick={() => onChange(!isMarked)}
    >
      <Outline path={icon} size={20} className={look && classes[look]} />
      {text}
    </button>
  )
}
