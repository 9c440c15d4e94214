import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { contrast, darkenedFor, minTextContrast, shadesOf, statusColors } from './shades.ts'

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
  test('keeps our hand-made blue', () => {
    expect(shadesOf('#1890FF').slice(5, 7)).toEqual(['#1890ff', '#096dd9'])
  })

  test('has the colour at 5, and at 6 too if it is dark enough', () => {
    expect(shadesOf('#11A983')[5]).toBe('#11a983')
    expect(shadesOf('#304156').slice(5, 7)).toEqual(['#304156', '#304156'])
  })

  test('are readable: filled buttons, links, hovered light buttons', () => {
    const unreadable = [...offered, ...many].filter((color) => {
      const shades = shadesOf(color)
      const [, light, lightHover, , , , strong, , , dark] = shades
      const pairs = [
        [strong, '#ffffff'],
        [strong, '#f5f7fa'],
        [dark, light],
        [dark, lightHover],
      ] as const
      return pairs.some(([text, ground]) => contrast(text, ground) < minTextContrast)
    })
    expect(unreadable).toEqual([])
  })

  test('are readable on the lightest shade', () => {
    const unreadable = many.filter((color) => {
      const [lightest, , , , , , strong] = shadesOf(color)
      return contrast(strong, lightest) < minTextContrast
    })
    expect(unreadable).toEqual([])
  })

  test('are ten colours, light to dark', () => {
    const wrong = many.filter((color) => {
      const shades = shadesOf(color)
      const toBlack = shades.map((shade) => contrast(shade, '#000000'))
      const isFalling = toBlack.every((here, index) => index === 0 || here <= (toBlack[index - 1] ?? 0))
      return !isFalling || shades.length !== 10 || !shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))
    })
    expect(wrong).toEqual([])
  })
})

test('status colours are readable on white and on their light background', () => {
  const names = Object.keys(statusColors) as (keyof typeof statusColors)[]
  const workedOut = names.map((name) => {
    const { [name]: shades } = DEFAULT_THEME.colors
    return [name, darkenedFor(['#ffffff', shades[1]], shades[9])]
  })
  expect(statusColors).toEqual(Object.fromEntries(workedOut))
})
