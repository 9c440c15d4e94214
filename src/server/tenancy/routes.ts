import type { Serve } from '#server/http.ts'
import {
  deleteTenantLogo,
  getAppSettings,
  getTenantSettings,
  postTenantLogo,
  updateTenantSettings,
} from '#shared/tenancy.ts'
import { readSettings, removeLogo, setLogo, updateSettings } from './settings.ts'
import { settingsOf } from './tenants.ts'

export function tenancyRoutes(serve: Serve): void {
  serve(getAppSettings, async ({ tenant }) => settingsOf(tenant))
  serve(getTenantSettings, readSettings)
  serve(updateTenantSettings, updateSettings)
  serve(postTenantLogo, setLogo)
  serve(deleteTenantLogo, removeLogo)
}
