import type en from './en.json'

/** Every text's key. English is the list; a test holds the other languages to it. */
export type MessageKey = keyof typeof en
