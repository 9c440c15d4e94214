import { createContext } from 'react'

/** Whether a row's actions stand in a menu, with their names, instead of as icons in the row. */
export const InMenu = createContext(false)
