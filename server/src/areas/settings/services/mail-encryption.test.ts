import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { serviceEndpoints } from '@vermilion/contract/services'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const run = promisify(execFile)
const password = 'a-password-of-the-mailbox'
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
)
const problem = hasOpenssl ? '' : ', skipped: there is no openssl to make a certificate with'

interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
}

async function startMailServer(certificate: Certificate, options: SMTPServerOptions) {
  const received: { to: string[]; content: string; isEncrypted: boolean }[] = []
  const signIns: string[] = []
  const server = new SMTPServer({
    ...certificate,
    ...options,
    logger: false,
    onAuth(auth, _session, callback) {
      signIns.push(`${auth.username} ${auth.password}`)
      if (auth.password === password) callback(null, { user: auth.username ?? '' })
      else callback(new Error('no'))
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, content: Buffer.concat(parts).toString(), isEncrypted: session.secure })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    signIns,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

describe.skipIf(!hasOpenssl)(`mail that is encrypted${problem}`, () => {
  const usual = getCACertificates('default')
  let folder = ''
  let certificate: Certificate
  let server: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-mail-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    await run('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...names])
    certificate = { key: await readFile(key), cert: await readFile(cert) }
    server = await startTestServer()
  })
  afterEach(() => setDefaultCACertificates(usual))
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const trust = () => setDefaultCACertificates([...usual, certificate.cert.toString()])
  const attempt = (url: string, starttls: boolean) => {
    const settings = { url, starttls, username: 'vermilion', password, from: 'v@example.com', to: 'ada@example.com' }
    return server.call(serviceEndpoints.tryService, { query: {}, body: { kind: 'smtp', settings } })
  }

  test.each([
    ['STARTTLS', 'smtp', true, {}],
    ['TLS from the first byte', 'smtps', false, { secure: true }],
  ] as const)(
    'R8.09 a mail goes out by %s, and not to a server whose certificate nobody vouches for',
    async (_, protocol, starttls, options) => {
      const mail = await startMailServer(certificate, options)
      try {
        const url = `${protocol}://localhost:${mail.port}`
        expect(await attempt(url, starttls)).toMatchObject({ works: false, failure: 'certificate' })
        expect(mail.signIns).toEqual([])
        trust()
        expect(await attempt(url, starttls)).toMatchObject({ works: true })
        expect(mail.signIns).toEqual([`vermilion ${password}`])
        expect(mail.received).toMatchObject([{ to: ['ada@example.com'], isEncrypted: true }])
        expect(mail.received[0]?.content).toContain('Subject: ')
      } finally {
        await mail.stop()
      }
    },
  )

  test('R8.09 a certificate of another name is refused, however trusted, before a password is said', async () => {
    const mail = await startMailServer(certificate, {})
    try {
      trust()
      expect(await attempt(`smtp://127.0.0.1:${mail.port}`, true)).toMatchObject({
        works: false,
        failure: 'certificate',
      })
      expect(mail.signIns).toEqual([])
    } finally {
      await mail.stop()
    }
  })
})
