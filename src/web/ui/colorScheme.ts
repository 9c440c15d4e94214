import { type MantineColorScheme, type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core'
import { readChoice, saveChoice } from '#web/choice.ts'

export const colorSchemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[]

const storageKey = 'colorScheme'

/** Synced across tabs. */
export function useColorScheme(): [MantineColorScheme, (next: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [colorScheme, setColorScheme]
}

/** Also tells the server, so the next first paint is right. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => storedScheme() ?? fallback,
  set: (next) => saveChoice(storageKey, next),
  subscribe: (onUpdate) => {
    unsubscribe()
    listener = ({ key }) => {
      if (key === storageKey) onUpdate(storedScheme() ?? 'auto')
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

function storedScheme(): MantineColorScheme | undefined {
  const stored = readChoice(storageKey)
  return colorSchemes.find((one) => one === stored)
}
