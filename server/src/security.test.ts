import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { basePath, requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaCookie } from '#platform/http/authentication'
import { picture } from './areas/datasets/testing/pictures.ts'
import { createClient } from './testing/client.ts'
import { startServerProcess } from './testing/server-process.ts'
import { startTestServer, testPassword } from './testing/start-server.ts'
import type { TestServer } from './testing/start-server.ts'
import { beginUpload, upload } from './testing/upload.ts'

describe('a running server', () => {
  let server: TestServer
  let fileId = ''
  beforeAll(async () => {
    server = await startTestServer()
    const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'web', path: 'web' } })
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    for (const path of ['page.html', 'picture.svg']) await upload(server, { spaceId: space.id, path }, page)
    const listed = await server.fetch(`/spaces/${space.id}/files`)
    fileId = ((await listed.json()) as { data: { items: { id: string }[] } }).data.items[0]?.id ?? ''
  })
  afterAll(() => server.stop())

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request(server.address, { path, headers, method }, resolve).once('error', reject).end(),
    )
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  test.each(['POST', 'HEAD', 'PATCH', 'DELETE', 'GET', 'OPTIONS'])(
    'R6.02 %s of the upload protocol answers 401 without a token, with the media cookie too',
    async (method) => {
      const signedIn = await server.fetch('/login/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: testPassword }),
      })
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect(cookie).toContain(mediaCookie)
      for (const path of ['/uploads', `/uploads/${'a'.repeat(21)}`]) {
        for (const headers of [{}, { cookie }, { 'x-http-method-override': 'HEAD' }])
          expect(await ask(`${basePath}${path}`, { 'tus-resumable': '1.0.0', ...headers }, method)).toMatchObject({
            status: 401,
          })
      }
    },
  )

  test('the console gives away no file outside its folder', async () => {
    const outside = ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/assets/..%5c..%5cpackage.json']
    for (const path of [...outside, '//etc/passwd', '/assets/%2e%2e/%2e%2e/package.json', '/%00', '/.env']) {
      const { status, body } = await ask(path)
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => code >= 400 && code < 500)])
      expect(body).not.toContain('@vermilion')
      expect(body).not.toContain(process.cwd())
    }
  })

  test('what was uploaded never runs as a page of this server', async () => {
    for (const query of ['', '?download=true']) {
      const { headers } = await server.fetch(`/files/${fileId}/content${query}`)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  test('no answer invites another origin, and none may be framed', async () => {
    const headers = { origin: 'http://evil.example', authorization: `Bearer ${server.token}` }
    for (const path of ['/', `${basePath}/health`, `${basePath}/spaces`, `${basePath}/uploads`]) {
      const response = await ask(path, { ...headers, 'tus-resumable': '1.0.0' }, 'OPTIONS')
      const got = await ask(path, headers)
      expect([response.headers['access-control-allow-origin'], got.headers['access-control-allow-origin']]).toEqual([
        undefined,
        undefined,
      ])
      expect(got.headers['x-frame-options']).toBe('SAMEORIGIN')
    }
  })

  test('a new file has no name in which something hides, and one of joined pictures or letters is taken', async () => {
    const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'names', path: 'names' } })
    for (const path of [
      'a\u200b.png',
      'b/\u2060c.txt',
      '\ufeffreport.json',
      'x\u00ady.txt',
      'photo\u200d.png',
      'z\u{e0061}.txt',
    ])
      expect([path, (await beginUpload(server, { spaceId: space.id, path }, 1)).status]).toEqual([path, 400])
    for (const path of ['👩\u200d💻.png', '❤\ufe0f.jpg', 'می\u200cخواهم.txt', '照片.png', 'naïve.txt'])
      expect([path, (await beginUpload(server, { spaceId: space.id, path }, 1)).status]).toEqual([path, 201])
  })

  test('an upload that the server cannot take tells its request id and nothing of the disk', async () => {
    const folder = join(server.data, 'uploads')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'full', path: 'full' } })
    const response = await beginUpload(server, { spaceId: space.id, path: 'a.txt' }, 5)
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(body)).toMatchObject({ data: { error: 'internal' } })
    expect(body).not.toContain(server.data)
  })

  test('the metrics are not for a page that calls itself this machine', async () => {
    expect((await ask('/metrics', { host: 'evil.example' })).status).toBe(401)
    expect((await ask('/metrics', { host: 'localhost:7860' })).status).toBe(200)
  })
})

test('no password and no token reaches the log, and nobody else the data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-log-'))
  const data = join(folder, 'data')
  const secret = { password: 'Correct-Horse-7', handed: 'h4nded-by-link', wrong: 'wr0ng-password' }
  const server = await startServerProcess(data, {
    VERMILION_LOG_LEVEL: 'trace',
    VERMILION_ADMIN_PASSWORD: secret.password,
  })
  let printed = server.printed
  for (const stream of [server.child.stdout, server.child.stderr])
    stream?.on('data', (part) => void (printed += String(part)))
  try {
    const send = (path: string, init: RequestInit = {}) => fetch(`${server.address}${path}`, init)
    const login = (password: string) =>
      send(`${basePath}/login/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'r'.repeat(requestIdLength) },
        body: JSON.stringify({ username: 'admin', password }),
      })
    await login(secret.wrong)
    const { token } = ((await (await login(secret.password)).json()) as { data: { token: string } }).data
    await send(`${basePath}/accounts/me?bearer=${token}`, { headers: { authorization: `Bearer ${token}` } })
    await send(`/welcome?lang=en&bearer=${secret.handed}`)
    await expect.poll(() => printed).toContain('/welcome')
    await server.end('SIGTERM')
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    for (const hidden of [...Object.values(secret), token]) expect(printed).not.toContain(hidden)
  } finally {
    server.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})

async function descendants(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter(Boolean)
  const below = await Promise.all(children.map((child) => descendants(Number(child))))
  return [...children.map(Number), ...below.flat()]
}

test.runIf(process.platform === 'linux')(
  `what the server starts finds none of its secrets in its environment, and others not its data folder${process.platform === 'linux' ? '' : ', skipped: this is not Linux'}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-environment-'))
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o755 })
    const secrets = { VERMILION_ADMIN_PASSWORD: testPassword, AWS_SECRET_ACCESS_KEY: 'key-of-a-cloud' }
    const server = await startServerProcess(data, { ...secrets, VERMILION_LOG_LEVEL: 'warn' })
    try {
      expect((await stat(data)).mode & 0o777).toBe(0o700)
      expect(server.printed).toContain('could read the data folder')
      const client = createClient(() => server.address)
      await client.signIn()
      const space = await client.call(spaceEndpoints.createSpace, { body: { name: 'p', path: 'p' } })
      await upload(client, { spaceId: space.id, path: 'a.png' }, await picture(1))
      const environments: string[] = []
      await expect
        .poll(async () => {
          for (const pid of await descendants(server.child.pid ?? 0))
            environments.push(await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''))
          return environments.filter(Boolean).length
        })
        .toBeGreaterThan(0)
      for (const value of Object.values(secrets)) expect(environments.join('\0')).not.toContain(value)
    } finally {
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  },
)
