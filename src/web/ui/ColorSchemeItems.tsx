import { t } from '#web/i18n.ts'
import { colorSchemes, useColorScheme } from './colorScheme.ts'
import { DropMenuItem } from './DropMenu.tsx'
import { LineIcon } from './LineIcon.tsx'

const icons = { auto: 'computer', light: 'sun', dark: 'moon' } as const

/** Light, dark or as the system has it: entries of a menu. */
export function ColorSchemeItems() {
  const [current, choose] = useColorScheme()
  return colorSchemes.map((scheme) => (
    <DropMenuItem
      key={scheme}
      icon={<LineIcon name={icons[scheme]} size={18} />}
      isCurrent={scheme === current}
      onClick={() => choose(scheme)}
    >
      {t(`scheme.${scheme}`)}
    </DropMenuItem>
  ))
}
