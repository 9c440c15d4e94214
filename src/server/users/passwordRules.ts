import { createRequire } from 'node:module'
import type * as languageCommon from '@zxcvbn-ts/language-common'
import { fold } from '#shared/text/text.ts'

export type PasswordProblem =
  | 'password.tooShort'
  | 'password.tooLong'
  | 'password.tooCommon'
  | 'password.containsName'

/** Code points in NFC. */
const minLength = 8
const maxLength = 200
/** NFC shortens at most fourfold. */
const maxCodeUnits = maxLength * 4

/** Undefined if fine. `names`: what it must not consist of (user, e-mail, tenant), whole or by words. */
export function passwordProblem(password: string, names: string[]): PasswordProblem | undefined {
  if (password.length > maxCodeUnits) return 'password.tooLong'
  const characters = [...password.normalize('NFC')].length
  if (characters < minLength) return 'password.tooShort'
  if (characters > maxLength) return 'password.tooLong'
  const forms = formsOf(password)
  if (forms.some((form) => isRun(form) || isCommon(form))) return 'password.tooCommon'
  const spellings = names.flatMap(formsOf).flatMap(spellingsOf)
  if (forms.some((form) => isMadeOf(form, spellings))) return 'password.containsName'
  return undefined
}

/** With and without accents: `şifre123` is as weak as `sifre123`. */
function formsOf(text: string): string[] {
  const folded = fold(text)
  const bare = folded.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  return folded === bare ? [folded] : [folded, bare]
}

/** `11111111`, `12345678`, `hgfedcba`. */
function isRun(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = points
  const step = second - first
  return Math.abs(step) <= 1 && points.every((point, index) => point === first + index * step)
}

const isLetter = /[\p{L}\p{M}]/u
/** Appended digits and signs do not help a common word. */
const maxAppended = 3
const minLetters = 5

function isCommon(text: string): boolean {
  const common = commonPasswords()
  if (common.has(text)) return true
  const characters = [...text]
  for (let appended = 1; appended <= maxAppended; appended += 1) {
    if (isLetter.test(characters.at(-appended) ?? '')) return false
    const head = characters.slice(0, -appended)
    const letters = head.filter((character) => isLetter.test(character)).length
    if (letters >= minLetters && common.has(head.join(''))) return true
  }
  return false
}

function spellingsOf(name: string): string[] {
  const wholeNames = [name, name.replace(/[^\p{L}\p{M}\p{N}]/gu, '')]
  const nameParts = name.match(/[\p{L}\p{M}]{4,}/gu) ?? []
  // Shorter ones occur by chance.
  return [...wholeNames.filter((spelling) => spelling.length > 2), ...nameParts]
}

const minOtherCharacters = 6

function isMadeOf(text: string, spellings: string[]): boolean {
  const longestFirst = spellings.toSorted((a, b) => b.length - a.length)
  const remaining = longestFirst.reduce((left, spelling) => left.replaceAll(spelling, ''), text)
  return remaining !== text && [...remaining].length < minOtherCharacters
}

/** Missing in the bundled list; without accents. */
const ownCommonPasswords = `
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

let commonPasswordCache: Set<string> | undefined

/** 49,000 leaked passwords and ours, loaded on first use (40 to 60 ms, 4.6 MB). */
function commonPasswords(): Set<string> {
  if (commonPasswordCache) return commonPasswordCache
  const require = createRequire(import.meta.url)
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof languageCommon
  commonPasswordCache = new Set([...dictionary['passwords-common'], ...ownCommonPasswords].map(fold))
  return commonPasswordCache
}
