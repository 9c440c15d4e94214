import type { ComboboxItem, MantineThemeOverride, OptionsFilter } from '@mantine/core'
import { textMatcher } from '#shared/text/textMatch.ts'

/** Filters the options of searchable fields as the server searches. */
const filter: OptionsFilter = ({ options, search, limit }) => {
  const isFound = textMatcher(search)
  const hasText = ({ label }: ComboboxItem) => isFound(label)
  return options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(hasText) } : option))
    .filter((option) => 'group' in option || hasText(option))
    .slice(0, limit)
}

/** For the components by name: importing them would load them with every page. */
export const findOptions: MantineThemeOverride = {
  components: {
    Autocomplete: { defaultProps: { filter } },
    MultiSelect: { defaultProps: { filter } },
    Select: { defaultProps: { filter } },
  },
}
