import type { Wordmark } from './wordmarks.ts'

export type Currency = 'TRY' | 'USD' | 'EUR'

/** `prefix` begins its item codes. The currencies are those of the price groups. */
export type Brand = {
  name: string
  prefix: string
  currencyCB: Currency
  currencyTF: Currency
  wordmark: Wordmark
}

const list: Brand[] = [
  {
    name: 'Ilgınay',
    prefix: 'IG',
    currencyCB: 'USD',
    currencyTF: 'EUR',
    wordmark: { sign: 'flower', ink: '#7a2f4b', paper: '#f7efee', under: 'Kadın Giyim' },
  },
  {
    name: 'Barkuzey',
    prefix: 'BK',
    currencyCB: 'TRY',
    currencyTF: 'EUR',
    wordmark: { sign: 'peak', ink: '#22364f', paper: '#eef1f4', under: 'Erkek Giyim' },
  },
  {
    name: 'Minikora',
    prefix: 'MN',
    currencyCB: 'TRY',
    currencyTF: 'TRY',
    wordmark: { sign: 'kite', ink: '#d2693c', paper: '#fdf4e7', under: 'Çocuk Giyim' },
  },
  {
    name: 'Yolbeyi',
    prefix: 'YB',
    currencyCB: 'EUR',
    currencyTF: 'EUR',
    wordmark: { sign: 'road', ink: '#4d3826', paper: '#f3ece3', under: 'Ayakkabı' },
  },
  {
    name: 'Tezgora',
    prefix: 'TZ',
    currencyCB: 'EUR',
    currencyTF: 'USD',
    wordmark: { sign: 'knot', ink: '#6b4a1f', paper: '#f6f0e4', under: 'Deri ve Aksesuar' },
  },
  {
    name: 'Lodosca',
    prefix: 'LD',
    currencyCB: 'USD',
    currencyTF: 'USD',
    wordmark: { sign: 'wave', ink: '#2f5d86', paper: '#ecf2f6', under: 'Denim ve Dış Giyim' },
  },
  {
    name: 'Sadepam',
    prefix: 'SP',
    currencyCB: 'TRY',
    currencyTF: 'TRY',
    wordmark: { sign: 'boll', ink: '#5d7157', paper: '#f1f4ec', under: 'Temel Giyim' },
  },
  {
    name: 'Koşarca',
    prefix: 'KS',
    currencyCB: 'USD',
    currencyTF: 'USD',
    wordmark: { sign: 'dash', ink: '#b52f38', paper: '#f8efee', under: 'Spor Giyim' },
  },
  {
    name: 'Adımlık',
    prefix: 'AD',
    currencyCB: 'EUR',
    currencyTF: 'EUR',
    wordmark: { sign: 'step', ink: '#2c5a55', paper: '#ebf3f1', under: 'Ayakkabı' },
  },
  {
    name: 'Trikonda',
    prefix: 'TR',
    currencyCB: 'EUR',
    currencyTF: 'EUR',
    wordmark: { sign: 'yarn', ink: '#96562f', paper: '#f8f0e8', under: 'Triko' },
  },
  {
    name: 'Terzigor',
    prefix: 'TG',
    currencyCB: 'TRY',
    currencyTF: 'EUR',
    wordmark: { sign: 'needle', ink: '#2d2d33', paper: '#f2f1ef', under: 'Takım ve Ceket' },
  },
  {
    name: 'Verdenaz',
    prefix: 'VZ',
    currencyCB: 'USD',
    currencyTF: 'EUR',
    wordmark: { sign: 'leaf', ink: '#1f664f', paper: '#edf4ef', under: 'Elbise' },
  },
]

/** @throws for an unknown name, a mistake in the item tables */
export function brand(name: string): Brand {
  const found = list.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`No such brand: ${name}`)
  return found
}
