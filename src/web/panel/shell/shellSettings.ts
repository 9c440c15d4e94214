import { create } from 'zustand'
import { trySetItem } from '#web/trySetItem.ts'

/** How somebody wants their panel to look, in this browser. Without a colour of their own it is the company's. */
export type ShellSettings = {
  themeColor: string | undefined
  hasTabBar: boolean
  isHeaderFixed: boolean
  hasLogo: boolean
}

const storageKey = 'panelSettings'
const usual: ShellSettings = {
  themeColor: undefined,
  hasTabBar: true,
  isHeaderFixed: false,
  hasLogo: false,
}

export const useShellSettings = create<ShellSettings>(read)

/** Changes what is given, here at once and in the browser's other windows when they are loaded next. */
export function setShellSettings(change: Partial<ShellSettings>): void {
  useShellSettings.setState(change)
  const isKept = trySetItem(localStorage, storageKey, JSON.stringify(useShellSettings.getState()))
  // What was chosen before would come back.
  if (!isKept) localStorage.removeItem(storageKey)
}

/** What is stored, as far as it can be understood. */
function read(): ShellSettings {
  const stored = parsed(localStorage.getItem(storageKey))
  const { themeColor } = stored
  const isColor = typeof themeColor === 'string' && /^#[\da-f]{6}$/i.test(themeColor)
  const given = (name: keyof ShellSettings) => stored[name] === !usual[name]
  return {
    themeColor: isColor ? themeColor : undefined,
    hasTabBar: !given('hasTabBar'),
    isHeaderFixed: given('isHeaderFixed'),
    hasLogo: given('hasLogo'),
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
