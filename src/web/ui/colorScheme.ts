import { type MantineColorScheme, type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core'
import { keepChoice, readChoice } from '#web/choice.ts'

/** As the system has it, or always the one or the other. */
export const colorSchemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[]

const storageKey = 'colorScheme'

/** The choice, and a way to change it: seen at once, here and in every other tab. */
export function useColorScheme(): [MantineColorScheme, (next: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [colorScheme, setColorScheme]
}

/** Kept in local storage; what the server is told makes the next page right from its first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => chosen() ?? fallback,
  set: (next) => keepChoice(storageKey, next),
  subscribe: (onUpdate) => {
    unsubscribe()
    listener = ({ key }) => {
      if (key === storageKey) onUpdate(chosen() ?? 'auto')
    }
    addEventListener('storage', listener)
  },
  unsubscribe: () => unsubscribe(),
  clear: () => localStorage.removeItem(storageKey),
}

let listener: ((event: StorageEvent) => void) | undefined

function unsubscribe(): void {
  if (listener) removeEventListener('storage', listener)
}

function chosen(): MantineColorScheme | undefined {
  const stored = readChoice(storageKey)
  return colorSchemes.find((one) => one === stored)
}
