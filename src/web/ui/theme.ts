import { Badge, createTheme, type MantineColorsTuple } from '@mantine/core'

/**
 * Shades of the product's blue. #1890ff stands at 5, for accents and outlines; on white it has 3.24:1, so text
 * and filled buttons use the next one, #096dd9 (5.0:1).
 */
const blue: MantineColorsTuple = [
  '#e6f4ff',
  '#bae0ff',
  '#91caff',
  '#69b1ff',
  '#4096ff',
  '#1890ff',
  '#096dd9',
  '#0050b3',
  '#003a8c',
  '#002766',
]

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand: blue },
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
  },
})
