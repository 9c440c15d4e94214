import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { qrText } from '#server/operator/qrText.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { refusal, secretKey } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app)
const password = 'gece lambası 4711'
/** As in DATABASE_URL. */
let url: string

beforeAll(async () => {
  const { host, port, database, user } = app.connections.owner
  url = `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
  // Like an operator's login: the owner, who may act as the application.
  await runSql({ ...app.connections.owner, user: 'postgres' }, `grant toptan_app to ${user}`)
  const wasm = join(projectFolder, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer } })
})
beforeEach(() =>
  runSql(
    { ...app.connections.owner, user: 'postgres' },
    'delete from operators; delete from operator_tries; delete from call_counts',
  ),
)

/** Runs the command like npm; `answer` makes the input of what has been printed, once it says `until`. */
async function operator(args: string[], answer: (said: string) => string = () => '', until = '') {
  const child = spawn(process.execPath, ['src/server/commands/operator.ts', ...args], {
    cwd: projectFolder,
    env: { ...process.env, DATABASE_URL: url, SECRET_KEY: secretKey },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  let said = ''
  let isAnswered = false
  child.stdout.on('data', (part) => {
    said += String(part)
    if (isAnswered || !said.includes(until)) return
    isAnswered = true
    child.stdin.write(`${answer(said)}\n`)
  })
  if (!until) child.stdin.write(`${answer('')}\n`)
  const [code, complained] = await Promise.all([ended, text(child.stderr)])
  return { code, said, complained: complained.replace(/^Database: .*\n/, '') }
}

const add = (username: string) => operator(['add', username], () => password)
const secretIn = (said: string) => Secret.fromBase32(/secret=([A-Z2-7]+)/.exec(said)?.[1] ?? '')
const codeOf = (said: string, steps = 0) =>
  new TOTP({ secret: secretIn(said) }).generate({ timestamp: Date.now() + steps * 30_000 })
const signIn = (verificationCode?: string, username = 'deniz') =>
  shop.visitor.post('/api/Operator/SignIn', { username, password, verificationCode })

/** What a camera reads of the half blocks of a terminal that is dark. */
async function scan(lines: string[]): Promise<string | undefined> {
  const size = Math.max(...lines.map((line) => line.length))
  const rowOf = (line: string, lightBlocks: string) => [...line].map((block) => lightBlocks.includes(block))
  const light = lines.flatMap((line) => [rowOf(line, '█▀'), rowOf(line, '█▄')])
  const scale = 4
  const [width, height] = [size * scale, light.length * scale]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isLight = light[Math.floor(y / scale)]?.[Math.floor(x / scale)]
      data.fill(isLight ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  const [found] = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    {
      formats: ['QRCode'],
    },
  )
  return found?.text
}

describe('npm run operator', () => {
  test('sets up an authenticator by a code that is scanned and proved', async () => {
    expect((await add('Deniz')).said).toBe('Deniz was added.\n')
    expect((await operator(['list'])).said).toBe('Deniz  (no second factor)\n')
    const made = await operator(['totp', 'DENIZ'], (said) => codeOf(said), 'secret=')
    expect(made).toMatchObject({ code: 0, complained: '' })
    expect(made.said).toMatch(/\nDeniz signs in with the password and a code of the app\.\n$/)
    const [address = ''] = /otpauth:\S+/.exec(made.said) ?? []
    expect(decodeURIComponent(address)).toContain('otpauth://totp/Toptan operator:Deniz?')
    expect(await scan(made.said.split('\n').filter((line) => /[█▀▄]/.test(line)))).toBe(address)
    expect((await operator(['list'])).said).toBe('Deniz\n')

    expect((await signIn()).body.data).toEqual({ totpRequired: true })
    expect((await signIn(codeOf(made.said, 1))).status).toBe(200)
    expect((await add('deniz')).said).toBe('deniz has a new password.\n')
    expect((await signIn()).body.data).toEqual({ totpRequired: true })
    expect(await operator(['totp', 'deniz', '--remove'])).toMatchObject({
      code: 0,
      said: 'Deniz signs in with the password alone.\n',
    })
    expect((await signIn()).body.data.token).toBeDefined()
  })

  test('keeps the former authenticator if the code of a new one is wrong', async () => {
    await add('deniz')
    const first = await operator(['totp', 'deniz'], (said) => codeOf(said), 'secret=')
    const refused = await operator(['totp', 'deniz'], (said) => codeOf(said, 9), 'secret=')
    expect(refused).toMatchObject({ code: 1, complained: '\nThe code is wrong. Nothing was changed.\n\n' })
    expect((await signIn(codeOf(refused.said, 1))).body.code).toBe('session.badCode')
    expect((await signIn(codeOf(first.said, 1))).status).toBe(200)
  })

  test('unlocks an operator, whose tries no longer count, and no other name', async () => {
    await add('deniz')
    await add('second')
    for (let tries = 0; tries < 5; tries += 1)
      for (const username of ['deniz', 'second'])
        await shop.visitor.post('/api/Operator/SignIn', { username, password: 'wrong' })
    await runSql(
      { ...app.connections.owner, user: 'postgres' },
      `update operator_tries set blocked_until = now() + interval '1 hour' where kind = 'address'`,
    )
    expect(await signIn()).toMatchObject(refusal(429, 'session.tooManyTries'))
    expect(await operator(['unlock', 'Deniz'])).toEqual({
      code: 0,
      said: 'Deniz can sign in at once.\n',
      complained: '',
    })
    expect((await signIn()).status).toBe(200)
    expect(await signIn(undefined, 'second')).toMatchObject(refusal(429, 'session.tooManyTries'))
    // A new password unlocks too.
    await add('second')
    expect((await signIn(undefined, 'second')).status).toBe(200)
  })

  test('names what it does not know', async () => {
    for (const what of ['totp', 'unlock', 'remove'])
      expect(await operator([what, 'nobody'])).toMatchObject({
        code: 1,
        complained: '\nThere is no operator nobody.\n\n',
      })
    for (const args of [
      ['toString', 'x'],
      ['totp', 'a', 'b'],
      ['unlock', 'deniz', '--remove'],
      ['add', 'x'],
    ])
      expect(await operator(args)).toMatchObject({ code: 2 })
  })
})

test('a QR code is white on black on a terminal, whatever its colours', () => {
  const lines = qrText('otpauth://totp/x', true).split('\n')
  for (const line of lines) {
    expect(line.startsWith('\u001b[97;40m')).toBe(true)
    expect(line.endsWith('\u001b[0m')).toBe(true)
  }
})
