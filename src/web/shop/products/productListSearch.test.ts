import { describe, expect, it } from 'vitest'
import { facetsOf, readProductListSearch, withFacets } from './productListSearch.ts'

const one = '0190a000-0000-7000-8000-000000000001'
const other = '0190a000-0000-7000-8000-000000000002'

describe('the address of a product list', () => {
  it('round-trips every facet', () => {
    const facets = {
      brandIds: [one, other],
      categoryIds: [other],
      attributes: { attribute01: ['Yaz', '100 % *Pamuk*'], attribute10: ['%2A'] },
      inStock: true,
      priceFrom: 0,
      priceTo: 12.5,
      currencyCode: 'EUR',
    }
    const search = withFacets({ brandId: one, text: 'gömlek', sort: 'newest' }, facets)
    expect(search.brands).toBe(`${one}*${other}`)
    expect(facetsOf(readProductListSearch({ ...search }))).toEqual(facets)
    expect(search).toMatchObject({ brandId: one, text: 'gömlek', sort: 'newest' })
  })

  it('drops invalid values', () => {
    const search = readProductListSearch({
      brands: 'x*y',
      sort: 'worst',
      from: '-1',
      to: 'much',
      currency: 'TRY',
      inStock: 0,
      text: '',
    })
    expect(search).toEqual({})
    expect(facetsOf(search)).toBeUndefined()
  })

  it('accepts numbers as texts', () => {
    expect(
      readProductListSearch({ text: 123, attribute01: 2026, inStock: 1, from: '10', currency: 'TRY' }),
    ).toEqual({
      text: '123',
      attribute01: '2026',
      inStock: 1,
      from: 10,
      currency: 'TRY',
    })
  })

  it('drops prices without currency and currency without prices', () => {
    expect(readProductListSearch({ from: 10, to: 20 })).toEqual({})
    expect(readProductListSearch({ currency: 'EUR' })).toEqual({})
    expect(readProductListSearch({ from: 10, currency: 'eur' })).toEqual({})
    expect(withFacets({ from: 10, to: 20, currency: 'EUR' }, { priceTo: 20, currencyCode: 'EUR' })).toEqual({
      to: 20,
      currency: 'EUR',
    })
  })

  it('removes cleared facets', () => {
    expect(withFacets({ brands: one, inStock: 1, from: 3, currency: 'TRY', text: 'a' }, {})).toEqual({
      text: 'a',
    })
  })
})
