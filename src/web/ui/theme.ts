import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  mergeThemeOverrides,
} from '@mantine/core'
import { t } from '#web/i18n.ts'
import { selectTextOnFocus } from './selectTextOnFocus.ts'
import { contrast, minOutlineContrast, minTextContrast, shadesOf, statusColors } from './shades.ts'

/** Greys in the hue of --ground, --surface and --ink. */
const darkGreys: MantineColorsTuple = [
  '#e9ecef',
  '#c4cad2',
  '#a6adb8',
  '#838b97',
  '#474d56',
  '#373a40',
  '#2a2e34',
  '#212429',
  '#1b1d21',
  '#16181c',
]

const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem' },
      h2: { fontSize: '1.5rem' },
      h3: { fontSize: '1.25rem' },
    },
  },
  components: {
    // CSS capitals break Turkish (i → I). Set by name: importing the components would bundle them with every
    // page.
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', fw: 600, size: 'md', radius: 'sm', miw: 'max-content' },
    },
    Select: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') }, ...selectTextOnFocus } },
    MultiSelect: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('action.close') } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') } },
    },
  },
})

export function themeOf(color: string) {
  return mergeThemeOverrides(theme, { colors: { brand: shadesOf(color), dark: darkGreys } })
}

/**
 * Outlines use the theme's colour, or its readable shade below 3:1. Dark mode fills buttons with the lightest
 * shade readable under white, because a dark one would not stand out.
 */
export function cssVariablesOf(color: string): CSSVariablesResolver {
  const brand = shadesOf(color)
  const darkFilledShade =
    [4, 5].find((shade) => contrast(brand[shade] ?? brand[6], '#ffffff') >= minTextContrast) ?? 6
  return () => ({
    variables: {},
    light: {
      '--accent': brand[contrast(brand[5], '#ffffff') >= minOutlineContrast ? 5 : 6],
      '--link': brand[6],
      '--mantine-color-error': 'var(--mantine-color-red-text)',
      // Mantine's grey is too light for field descriptions.
      '--mantine-color-dimmed': 'var(--ink-soft)',
      '--mantine-color-gray-light-color': 'var(--ink)',
      ...Object.fromEntries(statusNames.flatMap(onLight)),
    },
    dark: {
      '--accent': brand[4],
      '--link': brand[3],
      '--mantine-color-error': 'var(--mantine-color-red-text)',
      '--mantine-color-dimmed': 'var(--ink-soft)',
      '--mantine-color-placeholder': 'var(--ink-soft)',
      '--mantine-color-brand-6': brand[darkFilledShade] ?? brand[6],
      '--mantine-color-brand-filled-hover': brand[darkFilledShade + 1] ?? brand[6],
      '--mantine-color-gray-light-color': 'var(--ink)',
      ...Object.fromEntries(statusNames.flatMap(onDark)),
    },
  })
}

type StatusColor = keyof typeof statusColors
const statusNames = Object.keys(statusColors) as StatusColor[]
const variable = (name: string, use: string) => `--mantine-color-${name}-${use}`

const assign = (name: StatusColor, uses: string[]) =>
  uses.map((use) => [variable(name, use), statusColors[name]])

const onLight = (name: StatusColor) =>
  assign(name, ['filled', 'filled-hover', 'text', 'light-color', 'outline'])

/** Mantine writes text in shade 9. */
const onDark = (name: StatusColor) => [
  ...assign(name, ['filled', 'filled-hover']),
  [variable(name, '9'), `var(${variable(name, '3')})`],
]
