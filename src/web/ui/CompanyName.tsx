import { settings } from '#web/settings.ts'
import classes from './CompanyName.module.css'

/** Who the shop is of: the company's logo, which its name stands for where no picture is seen, or the name. */
export function CompanyName() {
  const { displayName, logo } = settings
  return logo ? <img className={classes.logo} src={logo} alt={displayName} /> : displayName
}
