import { z } from 'zod'
import { answer, endpoint, optionalAccountCode, version } from './endpoint.ts'
import { changeShape, storedShape } from './records/recordField.ts'
import { settingsFields } from './records/settingsFields.ts'
import { maxPictureBytes } from './users/profile.ts'

const tenantSettings = z.object({
  ...storedShape(settingsFields),
  customerKey: z.string(),
  hosts: z.array(z.string()),
  logo: z.string(),
  /** Address of the picture on the home page; '' for none. */
  bannerPicture: z.string(),
  version,
})
export type TenantSettings = z.infer<typeof tenantSettings>

export const getTenantSettings = endpoint({
  call: 'GET /api/Account/GetTenantSettings',
  summary: "The tenant's settings, for editing",
  access: { pages: ['settings'] },
  reply: answer(tenantSettings),
})

export const updateTenantSettings = endpoint({
  call: 'POST /api/Account/UpdateTenantSettings',
  summary: "Changes the tenant's settings, effective from the next call",
  access: { pages: ['settings'] },
  transaction: 'own',
  input: z.object({ ...changeShape(settingsFields), version: version.optional() }),
  sentBack: tenantSettings,
  reply: answer(z.object({ version })),
  errors: ['request.invalid', 'record.changed', 'permission.denied'],
})

export const postTenantLogo = endpoint({
  call: 'POST /api/Account/PostTenantLogo',
  summary: "Sets the tenant's logo (JPEG, PNG, WebP or AVIF)",
  access: { pages: ['settings'] },
  transaction: 'own',
  file: { maxBytes: maxPictureBytes },
  reply: answer(z.object({ logo: z.string() })),
  errors: ['image.invalid', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 20 },
})

export const deleteTenantLogo = endpoint({
  call: 'POST /api/Account/DeleteTenantLogo',
  summary: "Removes the tenant's logo",
  access: { pages: ['settings'] },
  transaction: 'own',
})

export const postBannerPicture = endpoint({
  call: 'POST /api/Account/PostBannerPicture',
  summary: 'Sets the picture on top of the home page (JPEG, PNG, WebP or AVIF)',
  access: { pages: ['settings'] },
  transaction: 'own',
  file: { maxBytes: maxPictureBytes },
  reply: answer(z.object({ bannerPicture: z.string() })),
  errors: ['image.invalid', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 20 },
})

export const deleteBannerPicture = endpoint({
  call: 'POST /api/Account/DeleteBannerPicture',
  summary: 'Removes the picture on top of the home page',
  access: { pages: ['settings'] },
  transaction: 'own',
})

export const getBanner = endpoint({
  call: 'GET /api/Shop/GetBanner',
  summary:
    'What the office shows the viewed account on top of the home page today: a sentence, a picture, or both; null for nothing',
  access: 'shop',
  isTranslated: true,
  input: z.object({ currAccCode: optionalAccountCode }),
  reply: answer(
    z
      .object({
        bannerText: z.string(),
        /** The page of the shop that it opens; '' for none. */
        path: z.string(),
        /** '' for none. */
        picture: z.string(),
      })
      .nullable(),
  ),
  errors: ['notFound'],
})
