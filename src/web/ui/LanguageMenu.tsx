import type { Language } from '#shared/tenancy.ts'
import { changeLanguage, language, t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { DropMenu, DropMenuItem } from './DropMenu.tsx'
import { Flag } from './Flag.tsx'

/** Each language by its own name, which its readers know whatever the page is in. */
const names: Record<Language, string> = {
  tr: 'Türkçe',
  en: 'English',
  ru: 'Русский',
  it: 'Italiano',
  fr: 'Français',
  ro: 'Română',
  ar: 'العربية',
}

export function LanguageMenu() {
  return (
    <DropMenu
      label={`${language.toUpperCase()}, ${t('language.choose')}: ${names[language]}`}
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
          {names[one]}
        </DropMenuItem>
      ))}
    </DropMenu>
  )
}
