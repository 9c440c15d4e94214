import { readTable } from './table.ts'

export type Currency = 'TRY' | 'USD' | 'EUR'

/** `prefix` begins its item codes. The currencies are those of the price groups. */
export type Brand = { name: string; prefix: string; currencyCB: Currency; currencyTF: Currency }

const table = `
Ilgınay  | IG | USD | EUR
Barkuzey | BK | TRY | EUR
Minikora | MN | TRY | TRY
Yolbeyi  | YB | EUR | EUR
Tezgora  | TZ | EUR | USD
Lodosca  | LD | USD | USD
Sadepam  | SP | TRY | TRY
Koşarca  | KS | USD | USD
Adımlık  | AD | EUR | EUR
Trikonda | TR | EUR | EUR
Terzigor | TG | TRY | EUR
Verdenaz | VZ | USD | EUR
`

/** By name. */
export const brands: ReadonlyMap<string, Brand> = new Map(
  readTable(table).map(([name = '', prefix = '', currencyCB, currencyTF]) => [
    name,
    { name, prefix, currencyCB: currencyCB as Currency, currencyTF: currencyTF as Currency },
  ]),
)
