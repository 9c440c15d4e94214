import { type AnyServed, verb } from '#server/http/http.ts'
import { getAppSettings } from '#shared/tenancy.ts'
import { readBanner } from './banner.ts'
import {
  readSettings,
  removeBannerPicture,
  removeLogo,
  setBannerPicture,
  setLogo,
  updateSettings,
} from './settings.ts'
import { settingsOf } from './tenants.ts'

export const tenancyVerbs: AnyServed[] = [
  verb(getAppSettings, async ({ tenant, language, services }) =>
    settingsOf(tenant, { language, keepsMails: services.mailer.keepsMails }),
  ),
  readSettings,
  updateSettings,
  setLogo,
  removeLogo,
  setBannerPicture,
  removeBannerPicture,
  readBanner,
]
