import { languageNames } from '#shared/text/languageNames.ts'
import { changeLanguage, language, t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { ColorSchemeItems } from './ColorSchemeItems.tsx'
import { DropMenu, DropMenuItem, DropMenuTitle } from './DropMenu.tsx'
import { Flag } from './Flag.tsx'

/** For guests; signed-in users find both elsewhere. */
export function LanguageMenu() {
  return (
    <DropMenu
      label={`${language.toUpperCase()}, ${t('language.choose')}: ${languageNames[language]}`}
      button={
        <>
          <Flag language={language} />
          {language.toUpperCase()}
        </>
      }
    >
      {settings.languages.map((one) => (
        <DropMenuItem
          key={one}
          lang={one}
          isCurrent={one === language}
          icon={<Flag language={one} />}
          onClick={() => changeLanguage(one)}
        >
          {languageNames[one]}
        </DropMenuItem>
      ))}
      <DropMenuTitle>{t('scheme.choose')}</DropMenuTitle>
      <ColorSchemeItems />
    </DropMenu>
  )
}
