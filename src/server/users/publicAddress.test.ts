import { expect, test } from 'vitest'
import { publicAddress } from './publicAddress.ts'

/** The public address of a server on port 3000. */
function addressFor(
  host: string,
  {
    hosts = [],
    publicUrl,
    protocol = 'http',
  }: { hosts?: string[]; publicUrl?: string; protocol?: string } = {},
): string | undefined {
  const request = {
    hostname: host.replace(/:\d+$/, ''),
    host,
    protocol,
    server: { server: { address: () => ({ port: 3000 }) } },
  }
  return publicAddress({ tenant: { key: 'acme', hosts }, request, services: { publicUrl } } as never)
}
const hosts = ['shop.acme.com', 'b2b.acme.com']
const publicUrl = 'https://orders.example.com:8443'

test.each([
  ['shop.acme.com:4711', {}, 'http://shop.acme.com'],
  ['b2b.acme.com:4711', { protocol: 'https' }, 'https://b2b.acme.com'],
  ['evil.example:4711', {}, 'http://shop.acme.com'],
  ['acme.localhost:4711', {}, 'http://shop.acme.com'],
  ['b2b.acme.com:4711', { publicUrl }, 'https://b2b.acme.com:8443'],
  ['shop.acme.com:4711', { publicUrl: 'https://orders.example.com' }, 'https://shop.acme.com'],
])('of a wholesaler with host names, called as %s with %j, links lead to %s', (host, settings, address) => {
  expect(addressFor(host, { hosts, ...settings })).toBe(address)
})

test.each([
  ['acme.localhost:4711', {}, 'http://acme.localhost:3000'],
  ['localhost', {}, 'http://localhost:3000'],
  ['127.0.0.1:4711', {}, 'http://127.0.0.1:3000'],
  ['acme.localhost:4711', { publicUrl }, publicUrl],
  ['evil.example:4711', { publicUrl }, publicUrl],
])('of one without, called as %s with %j, links lead to %s', (host, settings, address) => {
  expect(addressFor(host, settings)).toBe(address)
})

test('links lead nowhere if no host name is known', () => {
  expect(addressFor('evil.example')).toBeUndefined()
})
