import type { Serve } from '#server/http.ts'
import { getAppSettings } from '#shared/tenancy.ts'
import { settingsOf } from './tenants.ts'

export function tenancyRoutes(serve: Serve): void {
  serve(getAppSettings, async ({ tenant }) => settingsOf(tenant))
}
