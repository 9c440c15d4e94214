import { Link } from '@tanstack/react-router'
import { settings } from '#web/settings.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import classes from './SideMenu.module.css'

type Props = { isNarrow: boolean; onNavigate: () => void }

/** The company above the menu, 50 px high: its logo or name, or the name's first letter where there is no room. */
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
