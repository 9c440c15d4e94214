import { Link } from '@tanstack/react-router'
import { settings } from '#web/settings.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import classes from './SideMenu.module.css'

type Props = { isNarrow: boolean; onNavigate: () => void }

/** Logo or name; the first letter when narrow. */
export function SidebarLogo({ isNarrow, onNavigate }: Props) {
  return (
    <Link
      to="/panel/index"
      className={classes.logo}
      onClick={onNavigate}
      aria-label={settings.displayName}
      title={settings.displayName}
    >
      {isNarrow ? <span aria-hidden>{[...settings.displayName][0]}</span> : <CompanyName />}
    </Link>
  )
}
