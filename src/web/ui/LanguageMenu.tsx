import { changeLanguage, language, t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { DropMenu, DropMenuItem } from './DropMenu.tsx'
import { Flag } from './Flag.tsx'
import { languageNames } from './languageNames.ts'

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
    </DropMenu>
  )
}
