import { expect, test } from 'vitest'
import { deviceOf } from './deviceName.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`,
    'Opera',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36`,
    'Yandex Browser',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S911B) ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox', 'Android'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/17.5 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${apple} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${apple} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPad',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${apple} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iPhone',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
])('%s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})

test('other programs are called by their own name', () => {
  expect(deviceOf('curl/8.5.0')).toEqual({ browser: 'curl', system: undefined })
  expect(deviceOf('node')).toEqual({ browser: 'node', system: undefined })
})

test.each(['', 'Mozilla/5.0', ' /', '<script>alert(1)</script>', '\u202eevil/1'])(
  '%j is unknown',
  (userAgent) => {
    expect(deviceOf(userAgent)).toEqual({ browser: undefined, system: undefined })
  },
)

test('a huge user agent takes no time', () => {
  const started = performance.now()
  deviceOf(`Mozilla/5.0 Version/${' Version/1 '.repeat(100_000)}`)
  expect(performance.now() - started).toBeLessThan(50)
})
