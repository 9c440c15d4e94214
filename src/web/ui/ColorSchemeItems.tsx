import { t } from '#web/i18n.ts'
import { colorSchemes, useColorScheme } from './colorScheme.ts'
import { DropMenuItem } from './DropMenu.tsx'
import { Outline } from './LineIcon.tsx'

const icons = {
  auto: 'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10M7 20h10M9 16v4M15 16v4',
  light:
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
  dark: 'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
}

export function ColorSchemeItems() {
  const [current, choose] = useColorScheme()
  return colorSchemes.map((scheme) => (
    <DropMenuItem
      key={scheme}
      icon={<Outline path={icons[scheme]} size={18} />}
      isCurrent={scheme === current}
      onClick={() => choose(scheme)}
    >
      {t(`scheme.${scheme}`)}
    </DropMenuItem>
  ))
}
