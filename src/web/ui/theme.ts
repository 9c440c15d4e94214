import { Badge, type CSSVariablesResolver, createTheme } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { contrast, shadesOf, visible } from './shades.ts'

/** The tenant's colour, and what is made of it. */
const brand = shadesOf(settings.themeColor)

// What the browser draws around the page.
document.querySelector('meta[name="theme-color"]')?.setAttribute('content', settings.themeColor)

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // Capitals by style break Turkish (i → I) and mean nothing in Arabic; a state is never cut short.
    Badge: Badge.extend({
      defaultProps: { tt: 'none', fw: 600, size: 'md', radius: 'sm', miw: 'max-content' },
    }),
    // Named here, not by their components: those would come along with every page.
    Select: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') } } },
    MultiSelect: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('action.close') } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') } },
    },
  },
})

/**
 * Outlines are in the tenant's colour, or in its readable shade where the colour itself would hardly be seen (3:1).
 * What is wrong is said in a red that can be read on white (4.5:1), which Mantine's own cannot.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--accent': brand[contrast(brand[5], '#ffffff') >= visible ? 5 : 6],
    '--link': brand[6],
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    // What stands below a field's name, for the same reason.
    '--mantine-color-dimmed': 'var(--ink-soft)',
  },
  dark: { '--accent': brand[4], '--link': brand[3] },
})
