import { settings } from '#web/settings.ts'
import classes from './CompanyName.module.css'

export function CompanyName() {
  const { displayName, logo } = settings
  return logo ? <img className={classes.logo} src={logo} alt={displayName} /> : displayName
}
