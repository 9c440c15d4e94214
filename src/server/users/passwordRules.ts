import { createRequire } from 'node:module'
import type * as languageCommon from '@zxcvbn-ts/language-common'
import { fold } from '#shared/text.ts'

export type PasswordProblem =
  | 'password.tooShort'
  | 'password.tooLong'
  | 'password.tooCommon'
  | 'password.containsName'

/** Lengths in code points of the NFC form. */
const shortest = 8
const longest = 200
/** NFC makes at most four code units one, so that what is longer than this needs no normalizing to be too long. */
const longestUnits = longest * 4

/**
 * What is wrong with a new password, or undefined. `names`: what it may not be made of (user name, e-mail, tenant's
 * name), each as a whole and by its words of four letters and more. Any characters are allowed.
 */
export function passwordProblem(password: string, names: string[]): PasswordProblem | undefined {
  if (password.length > longestUnits) return 'password.tooLong'
  const characters = [...password.normalize('NFC')].length
  if (characters < shortest) return 'password.tooShort'
  if (characters > longest) return 'password.tooLong'
  const forms = formsOf(password)
  if (forms.some((form) => isRun(form) || isCommon(form))) return 'password.tooCommon'
  const spellings = names.flatMap(formsOf).flatMap(spellingsOf)
  if (forms.some((form) => isMadeOf(form, spellings))) return 'password.containsName'
  return undefined
}

/** Folded, as it was typed and without its accents: to guess `şifre123` is to guess `sifre123`. */
function formsOf(text: string): string[] {
  const folded = fold(text)
  const bare = folded.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  return folded === bare ? [folded] : [folded, bare]
}

/** One character repeated, or one after the other as in `12345678` and `hgfedcba`. */
function isRun(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = points
  const step = second - first
  return Math.abs(step) <= 1 && points.every((point, index) => point === first + index * step)
}

const isLetter = /[\p{L}\p{M}]/u
/** Digits and signs behind a common word that do not make it any better, and letters such a word has. */
const mostAppended = 3
const leastLetters = 5

function isCommon(text: string): boolean {
  const common = commonPasswords()
  if (common.has(text)) return true
  const characters = [...text]
  for (let appended = 1; appended <= mostAppended; appended += 1) {
    if (isLetter.test(characters.at(-appended) ?? '')) return false
    const head = characters.slice(0, -appended)
    const letters = head.filter((character) => isLetter.test(character)).length
    if (letters >= leastLetters && common.has(head.join(''))) return true
  }
  return false
}

/** A name as it may stand in a password: whole, without what parts its words, and each longer word. */
function spellingsOf(name: string): string[] {
  const whole = [name, name.replace(/[^\p{L}\p{M}\p{N}]/gu, '')]
  const words = name.match(/[\p{L}\p{M}]{4,}/gu) ?? []
  // One or two letters are in many a good password by chance.
  return [...whole.filter((spelling) => spelling.length > 2), ...words]
}

/** Characters a password must have besides names. */
const leastBesides = 6

function isMadeOf(text: string, spellings: string[]): boolean {
  const longestFirst = spellings.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, spelling) => left.replaceAll(spelling, ''), text)
  return rest !== text && [...rest].length < leastBesides
}

/** What our users' languages and keyboards bring and the bundled list lacks; without accents, which are taken off. */
const ourFavourites = `
  sifre sifrem benimsifrem sifre1234 sifre12345 yonetici kullanici hosgeldin hosgeldiniz
  trabzonspor galatasaray1905 fenerbahce1907 besiktas1903 trabzonspor1967 cimbom1905 aslan1905 kanarya1907 kartal1903
  ataturk ataturk1881 mustafakemal turkiye1923 izmir bursa askim askimsin canim canimsin sevgilim seniseviyorum
  qwertyuiopgu asdfghjkls asdfghjklsi
  пароль привет любовь солнышко россия админ спартак наташа марина максим
  йцукен йцукенг йцукенгшщз фывапролдж ячсмить
  tiamo tiamotanto benvenuto buongiorno segreta juventus1897 juventino interista milanista napoli1926
  forzajuve forzainter forzamilan
  doudou bienvenue psgparis
  iubirea bunaziua schimbama bucuresti rapidbucuresti steaua1947 dinamo1948
  مرحبا السلام كلمةالسر ضصثقفغعهخح
  0987654321 123123123 12341234 1234512345 aa12345678 p@ssword`
  .trim()
  .split(/\s+/)

let known: Set<string> | undefined

/** Some 49,000 passwords from breaches, and ours. Read at the first use: it takes 40 to 60 ms and keeps 4.6 MB. */
function commonPasswords(): Set<string> {
  if (known) return known
  const require = createRequire(import.meta.url)
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof languageCommon
  known = new Set([...dictionary['passwords-common'], ...ourFavourites].map(fold))
  return known
}
