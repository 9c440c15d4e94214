import { viewedAccount } from '#server/customers/reach.ts'
import { verb } from '#server/http/http.ts'
import { bannerAddress } from '#server/images/portrait.ts'
import { getBanner } from '#shared/settings.ts'
import { hasBanner } from './tenants.ts'

/** Guests and staff without a chosen customer see the tenant's price group. */
export const readBanner = verb(getBanner, async ({ tx, user, tenant, now }, { currAccCode }) => {
  if (!hasBanner(tenant, now)) return null
  const { bannerText, bannerPath, bannerPriceGroup, bannerPicture } = tenant
  const account = await viewedAccount(tx, user, currAccCode)
  const priceGroup = account?.priceGroup ?? tenant.priceGroup
  if (bannerPriceGroup !== '' && bannerPriceGroup !== priceGroup) return null
  return { bannerText, path: bannerPath, picture: bannerAddress(bannerPicture) }
})
