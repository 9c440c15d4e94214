import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { colorSchemes, useColorScheme } from './colorScheme.ts'
import { DropMenuItem } from './DropMenu.tsx'

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Light, dark or as the system has it: entries of a menu. */
export function ColorSchemeItems() {
  const [current, choose] = useColorScheme()
  return colorSchemes.map((scheme) => {
    const Icon = icons[scheme]
    return (
      <DropMenuItem
        key={scheme}
        icon={<Icon size={18} aria-hidden />}
        isCurrent={scheme === current}
        onClick={() => choose(scheme)}
      >
        {t(`scheme.${scheme}`)}
      </DropMenuItem>
    )
  })
}
