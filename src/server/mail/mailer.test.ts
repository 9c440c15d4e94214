import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testFolder } from '#test/folder.ts'
import { bytesOf, decodeWords, headersOf, partOf } from '#test/mailServer.ts'
import { type Mail, maskAddress, openMailer } from './mailer.ts'

const mailFrom = 'shop@example.com'
const mail: Mail = { to: 'ayse@example.com', subject: 'Code', text: 'Your code: 123456', fromName: 'Shop' }
const scripts: [string, string, string, string][] = [
  [
    'Turkish',
    'Giriş kodunuz: İĞÜŞÖÇ ığüşöç',
    'Şifrenizi değiştirmek için:\n\nhttps://example.com/ş',
    'Çarşı Toptan',
  ],
  ['Cyrillic', 'Ваш код для входа', 'Здравствуйте!\nВаш код: 123456', 'Оптовый магазин'],
  ['Arabic', 'رمز تسجيل الدخول الخاص بك إلى المتجر الكبير', 'مرحبا\nرمزك: 123456', 'متجر الجملة'],
  [
    'long',
    'A very long subject '.repeat(20).trim(),
    `${'word '.repeat(400)}end\n.\n.end`,
    'Name, "quoted" <x@y.z>',
  ],
]

/** Parses a message independently of the code that wrote it. */
function decodeMessage(raw: Buffer): Record<string, unknown> & { names: string[]; body: string } {
  const text = raw.toString('latin1')
  const headers = headersOf(text).map(([name, value]) => [name, decodeWords(value)] as const)
  const body = bytesOf(partOf(text)).toString('utf8').replaceAll('\r\n', '\n')
  return { names: headers.map(([name]) => name), ...Object.fromEntries(headers), body }
}

let folder: string
let ends: (() => unknown)[]
beforeEach(async () => {
  folder = await testFolder()
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

type Arrived = { from: string; to: string[]; raw: Buffer; user: string | undefined }

/** Records what it receives. */
async function smtpServer(options: SMTPServerOptions = {}) {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom: from, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        arrived.push({ from: from ? from.address : '', to, raw: Buffer.concat(chunks), user: session.user })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { arrived, port: (server.server.address() as AddressInfo).port }
}

async function bareServer(treat: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    treat(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

function mailerTo(port: number, login = '', timeout?: number) {
  const smtpUrl = `smtp://${login}127.0.0.1:${port}`
  const mailer = openMailer({ smtpUrl, mailFrom, dataDir: folder, ...(timeout && { timeout }) }, () => {})
  ends.push(() => mailer.close())
  return mailer
}

function folderMailer() {
  const said: string[] = []
  const mailer = openMailer({ smtpUrl: undefined, mailFrom, dataDir: folder }, (line) => said.push(line))
  const mails = join(folder, 'mail')
  const written = async () => {
    const names = (await readdir(mails)).toSorted()
    return Promise.all(names.map(async (name) => decodeMessage(await readFile(join(mails, name)))))
  }
  return { mailer, said, mails, written }
}

describe('a mail server', () => {
  test('receives the message, for one recipient', async () => {
    const { arrived, port } = await smtpServer()
    await mailerTo(port).send(mail)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toMatchObject({ from: mailFrom, to: [mail.to] })
    expect(decodeMessage(arrived[0]?.raw ?? Buffer.of())).toMatchObject({
      from: 'Shop <shop@example.com>',
      to: 'ayse@example.com',
      subject: 'Code',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
      body: 'Your code: 123456\n',
    })
    expect(await readdir(folder)).toEqual([])
  })

  test.each(scripts)('receives %s texts unchanged', async (_, subject, text, fromName) => {
    const { arrived, port } = await smtpServer()
    await mailerTo(port).send({ ...mail, subject, text, fromName })
    const raw = arrived[0]?.raw ?? Buffer.of()
    expect(raw.every((byte) => byte < 128)).toBe(true)
    const message = decodeMessage(raw)
    expect(message).toMatchObject({ subject, body: `${text}\n` })
    // Names with special characters are quoted.
    expect(message.from).toBe(`${fromName.includes('"') ? JSON.stringify(fromName) : fromName} <${mailFrom}>`)
  })

  test('is signed in to with the credentials of its address', async () => {
    const { arrived, port } = await smtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        password === 'p@ss/word' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
    })
    await mailerTo(port, 'shop%40example.com:p%40ss%2Fword@').send(mail)
    expect(arrived[0]?.user).toBe('shop@example.com')
    await expect(mailerTo(port, 'shop:wrong@').send(mail)).rejects.toThrow('Wrong password')
  })

  test('is signed in to with the password of a setting of its own, whatever is in it', async () => {
    const password = String.raw`a@b:c/d%41 e?f#g"h'i\j&k=l+m$n`
    const { arrived, port } = await smtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (given, _, done) =>
        given.password === password ? done(null, { user: given.username ?? '' }) : done(new Error('Wrong')),
    })
    const settings = { SMTP_URL: `smtp://shop%40example.com@127.0.0.1:${port}`, SMTP_PASSWORD: password }
    const mailer = openMailer({ ...readConfig(settings), dataDir: folder }, () => {})
    ends.push(() => mailer.close())
    await mailer.send(mail)
    expect(arrived[0]?.user).toBe('shop@example.com')
  })

  test('receives many at once', async () => {
    const { arrived, port } = await smtpServer()
    const mailer = mailerTo(port)
    const texts = Array.from({ length: 30 }, (_, index) => `Text ${index}`)
    await Promise.all(texts.map((text) => mailer.send({ ...mail, text })))
    const bodies = arrived.map(({ raw }) => decodeMessage(raw).body.trim())
    expect(bodies.toSorted()).toEqual(texts.toSorted())
  })

  test('may refuse a recipient and take the next', async () => {
    const { arrived, port } = await smtpServer({
      onRcptTo: ({ address }, _, done) => done(address === mail.to ? new Error('No such user') : null),
    })
    const mailer = mailerTo(port)
    await expect(mailer.send(mail)).rejects.toThrow('No such user')
    await mailer.send({ ...mail, to: 'mehmet@example.com' })
    expect(arrived.map(({ to }) => to)).toEqual([['mehmet@example.com']])
  })
})

describe('a dead mail server', () => {
  /** Sends more mails than there are connections; returns results and milliseconds. */
  async function outcome(port: number, timeout: number) {
    const mailer = mailerTo(port, '', timeout)
    const start = performance.now()
    const sent = await Promise.allSettled(Array.from({ length: 7 }, () => mailer.send(mail)))
    return { ends: new Set(sent.map(({ status }) => status)), took: performance.now() - start }
  }

  test('that is not listening fails at once', async () => {
    const port = await bareServer(() => {})
    await ends.pop()?.()
    const { ends: sent, took } = await outcome(port, 10_000)
    expect([...sent]).toEqual(['rejected'])
    expect(took).toBeLessThan(5000)
  })

  test.each<[string, (socket: Socket) => void]>([
    ['never greets', () => {}],
    ['greets and says no more', (socket) => socket.write('220 hello\r\n')],
    ['hangs up at once', (socket) => socket.destroy()],
    [
      'answers in crumbs',
      (socket) => {
        const crumbs = setInterval(() => socket.write('220-hello\r\n'), 20)
        socket.on('close', () => clearInterval(crumbs))
      },
    ],
  ])('that %s fails in time', async (_, treat) => {
    const { ends: sent, took } = await outcome(await bareServer(treat), 200)
    expect([...sent]).toEqual(['rejected'])
    expect(took).toBeLessThan(5000)
  })
})

describe('without a mail server', () => {
  test.each(scripts)('a mail with %s texts becomes a file', async (_, subject, text, fromName) => {
    const { mailer, written } = folderMailer()
    await mailer.send({ ...mail, subject, text, fromName })
    expect(await written()).toMatchObject([{ to: mail.to, subject, body: `${text}\n` }])
  })

  test('the file is complete, readable by its owner only, and logged without its content', async () => {
    const { mailer, said, mails } = folderMailer()
    await mailer.send(mail)
    const [name = ''] = await readdir(mails)
    const path = join(mails, name)
    expect(name).toMatch(/^\d{8}T\d{9}Z-[\da-f-]{36}\.eml$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path, 'latin1')).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(said).toEqual([`A mail for a•••e@example.com was written to ${path}`])
  })

  test('files sort in sending order', async () => {
    const { mailer, written } = folderMailer()
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`)
    for (const text of texts) await mailer.send({ ...mail, text })
    expect((await written()).map(({ body }) => body.trim())).toEqual(texts)
  })

  test('the newest 200 are kept, and other files', async () => {
    const { mailer, mails } = folderMailer()
    await mkdir(mails)
    const old = Array.from(
      { length: 205 },
      (_, index) => `20200101T000000${String(index).padStart(3, '0')}Z-a.eml`,
    )
    const unfinished = '20190101T000000000Z-a.eml.partial'
    for (const name of [...old, unfinished, 'a note.txt']) await writeFile(join(mails, name), '')
    await Promise.all(Array.from({ length: 10 }, () => mailer.send(mail)))
    const left = (await readdir(mails)).toSorted()
    expect(left).toHaveLength(201)
    expect(left).toContain('a note.txt')
    expect(left.slice(0, 190)).toEqual(old.slice(-190))
  })

  test('an unwritable folder fails', async () => {
    const { mailer, mails, said } = folderMailer()
    await writeFile(mails, '')
    await expect(mailer.send(mail)).rejects.toThrow()
    expect(said).toEqual([])
  })
})

describe('mail content', () => {
  const headers = ['auto-submitted', 'from', 'to', 'subject', 'message-id']

  test.each(['\r\n', '\n', '\r', '\r\n\r\n', '\0', '\u0085', '\u2028'])(
    'adds no header by %j',
    async (end) => {
      const { mailer, written } = folderMailer()
      const evil = `x${end}Bcc: evil@example.com`
      await mailer.send({ ...mail, subject: evil, fromName: evil, text: evil })
      const [message] = await written()
      expect(message?.names.slice(0, headers.length).toSorted()).toEqual(headers.toSorted())
      expect(message?.names).not.toContain('bcc')
      expect(message).toMatchObject({ to: mail.to })
    },
  )

  test.each([
    '',
    'nobody',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'a@example.com b@example.com',
    'a@b@example.com',
    'Ayse <a@example.com>',
    'a@example.com> RCPT TO:<b@example.com',
    '"a b"@example.com',
    'group: a@example.com;',
    'a\0@example.com',
    'a\u202e@example.com',
  ])('must have one bare address as recipient, not %j', async (to) => {
    const { mailer, said } = folderMailer()
    await expect(mailer.send({ ...mail, to })).rejects.toThrow(/bare address/)
    expect(said).toEqual([])
    const { arrived, port } = await smtpServer()
    await expect(mailerTo(port).send({ ...mail, to })).rejects.toThrow(/bare address/)
    expect(arrived).toEqual([])
  })

  test('cannot end the message or start another', async () => {
    const { arrived, port } = await smtpServer()
    const text = 'a\r\n.\r\nMAIL FROM:<evil@example.com>\r\n.\rb\n.\n'
    await mailerTo(port).send({ ...mail, text })
    expect(arrived.map(({ raw }) => decodeMessage(raw).body)).toEqual([
      'a\n.\nMAIL FROM:<evil@example.com>\n.\nb\n.\n',
    ])
  })
})

test.each([
  ['ayse.yilmaz@example.com', 'a•••z@example.com'],
  ['ayse@example.com', 'a•••e@example.com'],
  ['ali@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['şükrü@example.com', 'ş•••ü@example.com'],
  ['🐎🐑🐄🐖@example.com', '🐎•••🐖@example.com'],
  ['"a@b"@example.com', '"•••"@example.com'],
  ['@example.com', '•••@example.com'],
  ['no address', 'n•••s'],
  ['', '•••'],
])('the address %s is shown as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
