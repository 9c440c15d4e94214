import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  mergeThemeOverrides,
} from '@mantine/core'
import { t } from '#web/i18n.ts'
import { contrast, meanings, readable, shadesOf, visible } from './shades.ts'
import { takeOver } from './takeOver.ts'

/** Mantine's greys of the dark scheme, in the hue of --ground, --surface and --ink. */
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
    // Capitals by style break Turkish (i → I) and mean nothing in Arabic; a state is never cut short.
    // Named, not by their components: those would come along with every page.
    Badge: { defaultProps: { tt: 'none', fw: 600, size: 'md', radius: 'sm', miw: 'max-content' } },
    Select: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') }, ...takeOver } },
    MultiSelect: { defaultProps: { clearButtonProps: { 'aria-label': t('action.clear') } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('action.close') } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') } },
    },
  },
})

/** The theme of a colour, the company's or the user's own. */
export function themeOf(color: string) {
  return mergeThemeOverrides(theme, { colors: { brand: shadesOf(color), dark: darkGreys } })
}

/**
 * Outlines are in the theme's colour, or in its readable shade where the colour itself would hardly be seen (3:1).
 * On dark, filled buttons are in the lightest shade that white can be read on: a dark colour would not be seen there.
 */
export function cssVariablesOf(color: string): CSSVariablesResolver {
  const brand = shadesOf(color)
  /** The colour where white is written on it, on dark ground. */
  const bright = [4, 5].find((shade) => contrast(brand[shade] ?? brand[6], '#ffffff') >= readable) ?? 6
  return () => ({
    variables: {},
    light: {
      '--accent': brand[contrast(brand[5], '#ffffff') >= visible ? 5 : 6],
      '--link': brand[6],
      '--mantine-color-error': 'var(--mantine-color-red-text)',
      // What stands below a field's name, which Mantine's own grey is too light for.
      '--mantine-color-dimmed': 'var(--ink-soft)',
      '--mantine-color-gray-light-color': 'var(--ink)',
      ...Object.fromEntries(named.flatMap(onLight)),
    },
    dark: {
      '--accent': brand[4],
      '--link': brand[3],
      '--mantine-color-error': 'var(--mantine-color-red-text)',
      '--mantine-color-dimmed': 'var(--ink-soft)',
      '--mantine-color-placeholder': 'var(--ink-soft)',
      '--mantine-color-brand-6': brand[bright] ?? brand[6],
      '--mantine-color-brand-filled-hover': brand[bright + 1] ?? brand[6],
      '--mantine-color-gray-light-color': 'var(--ink)',
      ...Object.fromEntries(named.flatMap(onDark)),
    },
  })
}

type Meaning = keyof typeof meanings
const named = Object.keys(meanings) as Meaning[]
const variable = (name: string, use: string) => `--mantine-color-${name}-${use}`

const all = (name: Meaning, uses: string[]) => uses.map((use) => [variable(name, use), meanings[name]])

const onLight = (name: Meaning) => all(name, ['filled', 'filled-hover', 'text', 'light-color', 'outline'])

/** Shade 9, where it is named, is what is written on a page or on the colour's own ground. */
const onDark = (name: Meaning) => [
  ...all(name, ['filled', 'filled-hover']),
  [variable(name, '9'), `var(${variable(name, '3')})`],
]
