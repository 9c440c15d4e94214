import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { contrast, darkenedFor, readable, shadesOf, statusColors } from './shades.ts'

const offered = ['#409EFF', '#1890ff', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const many = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

describe('contrast', () => {
  test('is what WCAG says', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#ffffff', '#ffffff')).toBe(1)
    expect(contrast('#1890ff', '#ffffff')).toBeCloseTo(3.24, 2)
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  })
})

describe('shadesOf', () => {
  test("keeps the product's blue as it was made", () => {
    expect(shadesOf('#1890FF').slice(5, 7)).toEqual(['#1890ff', '#096dd9'])
  })

  test('has the colour itself at 5, and from there on a colour that is dark enough as it is', () => {
    expect(shadesOf('#11A983')[5]).toBe('#11a983')
    expect(shadesOf('#304156').slice(5, 7)).toEqual(['#304156', '#304156'])
  })

  test('can be read: white on a filled button, a link on the page, a light button with the pointer on it', () => {
    const unreadable = [...offered, ...many].filter((color) => {
      const shades = shadesOf(color)
      const [, light, lightHover, , , , strong, , , dark] = shades
      const pairs = [
        [strong, '#ffffff'],
        [strong, '#f5f7fa'],
        [dark, light],
        [dark, lightHover],
      ] as const
      return pairs.some(([text, ground]) => contrast(text, ground) < readable)
    })
    expect(unreadable).toEqual([])
  })

  test('can be read on the lightest of them', () => {
    const unreadable = many.filter((color) => {
      const [lightest, , , , , , strong] = shadesOf(color)
      return contrast(strong, lightest) < readable
    })
    expect(unreadable).toEqual([])
  })

  test('are ten colours, none lighter than the one before', () => {
    const wrong = many.filter((color) => {
      const shades = shadesOf(color)
      const toBlack = shades.map((shade) => contrast(shade, '#000000'))
      const isFalling = toBlack.every((here, index) => index === 0 || here <= (toBlack[index - 1] ?? 0))
      return !isFalling || shades.length !== 10 || !shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))
    })
    expect(wrong).toEqual([])
  })
})

test('colours with a meaning can be read on white and on their own light ground', () => {
  const names = Object.keys(statusColors) as (keyof typeof statusColors)[]
  const workedOut = names.map((name) => {
    const { [name]: shades } = DEFAULT_THEME.colors
    return [name, darkenedFor(['#ffffff', shades[1]], shades[9])]
  })
  expect(statusColors).toEqual(Object.fromEntries(workedOut))
})
