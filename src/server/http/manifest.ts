import { translate } from '#server/i18n.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { Language } from '#shared/tenancy.ts'

/** What a phone needs to install the shop: the wholesaler's name and colour, and ways to scan and to the cart. */
export function manifestOf(
  { displayName, themeColor }: Pick<Tenant, 'displayName' | 'themeColor'>,
  language: Language,
) {
  return {
    id: '/shop',
    name: displayName,
    short_name: displayName,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    start_url: '/shop',
    scope: '/',
    display: 'standalone',
    theme_color: themeColor,
    background_color: '#ffffff',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
    shortcuts: [
      { name: translate(language, 'shop.scan'), url: '/shop?scanModal=1' },
      { name: translate(language, 'cart.title'), url: '/cart' },
    ],
  }
}
