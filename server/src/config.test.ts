import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'

test('without any variable the server listens on this machine alone', () => {
  expect(readConfig({ VERMILION_HOST: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 7860,
    basePath: '',
    roots: [],
    adminPassword: undefined,
    scoreReplies: 500_000,
  })
})

test('folders are absolute and the base path has no closing slash', () => {
  const folders = { VERMILION_ROOTS: '/data/images:/mnt/x/', VERMILION_COMFYUI_LORAS: '/mnt/loras' }
  const config = readConfig({ ...folders, VERMILION_BASE_PATH: '/robots/' })
  expect(config).toMatchObject({ roots: ['/data/images', '/mnt/x'], comfyuiLoras: '/mnt/loras', basePath: '/robots' })
})

test('proxies are trusted by name, address or network, and nobody unless said', () => {
  const trusted = (text: string) => readConfig({ VERMILION_TRUSTED_PROXIES: text }).trustedProxies
  expect(trusted('')).toEqual([])
  expect(trusted('loopback, 10.0.0.0/8,2001:db8::1')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  for (const wrong of ['true', '*', '10.0.0.0/33', '10.0.0.0/', 'proxy.example'])
    expect(() => trusted(wrong)).toThrow('VERMILION_TRUSTED_PROXIES: needs addresses or networks')
})

test('every secret can stand in a file, which is checked like the variable itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = (name: string) => join(folder, name)
  for (const name of ['first account', 'database', 'client']) await writeFile(file(name), `of the ${name}\r\n`)
  await writeFile(file('short'), 'short\n')
  const config = readConfig({
    VERMILION_ADMIN_PASSWORD_FILE: file('first account'),
    VERMILION_DATABASE_URL: 'postgres://localhost/vermilion',
    VERMILION_DATABASE_PASSWORD_FILE: file('database'),
    VERMILION_OIDC_ISSUER: 'https://id.example.com',
    VERMILION_OIDC_CLIENT_ID: 'vermilion',
    VERMILION_OIDC_CLIENT_SECRET_FILE: file('client'),
    VERMILION_CHAT_URL: 'http://localhost:11434/v1',
    VERMILION_CHAT_MODEL: 'm',
    VERMILION_CHAT_KEY_FILE: file('client'),
  })
  expect(config).toMatchObject({
    adminPassword: 'of the first account',
    database: { password: 'of the database' },
    oidc: { clientSecret: 'of the client' },
    services: [{ settings: { key: 'of the client' } }],
  })
  const wrong = { VERMILION_ADMIN_PASSWORD_FILE: file('short'), VERMILION_CHAT_KEY_FILE: '/none' }
  expect(() => readConfig(wrong)).toThrow(
    /VERMILION_CHAT_KEY_FILE: cannot read \/none\n.*VERMILION_ADMIN_PASSWORD: needs at least 8/,
  )
})

test('every wrong variable is named at once', () => {
  const wrong = { VERMILION_PORT: '70000', VERMILION_ADMIN_PASSWORD: 'short', VERMILION_BASE_PATH: 'robots' }
  expect(() => readConfig(wrong)).toThrow(
    /VERMILION_PORT: .*\n.*VERMILION_ADMIN_PASSWORD: needs at least 8 characters\n.*VERMILION_BASE_PATH: needs a path/,
  )
})

test('areas are disabled by their names, and a service needs all that it cannot do without', () => {
  const chat = {
    VERMILION_CHAT_URL: 'http://localhost:11434/v1/',
    VERMILION_CHAT_MODEL: 'm',
    VERMILION_CHAT_VISION: 'true',
  }
  const config = readConfig({ VERMILION_DISABLED_AREAS: 'board,resource', VERMILION_SESSION_DAYS: '3', ...chat })
  expect(config.settings).toEqual({ disabledAreas: ['board', 'resource'], sessionDays: 3 })
  expect(config.services).toEqual([
    {
      kind: 'chat',
      settings: { url: 'http://localhost:11434/v1', model: 'm', vision: true },
      variables: { url: 'VERMILION_CHAT_URL', model: 'VERMILION_CHAT_MODEL', vision: 'VERMILION_CHAT_VISION' },
    },
  ])
})

test('what is wrong of a service is named, without its value', () => {
  const variables = {
    VERMILION_DISABLED_AREAS: 'boards',
    VERMILION_SESSION_DAYS: 'long',
    VERMILION_CHAT_URL: 'no-address',
    VERMILION_CHAT_VISION: 'perhaps',
    VERMILION_OBJECT_STORAGE_SECRET_KEY: 'shh',
  }
  const read = () => readConfig(variables)
  const wrong = [
    'DISABLED_AREAS: ',
    'SESSION_DAYS: ',
    'CHAT_URL: is not valid',
    'CHAT_VISION: is not valid',
    'CHAT_MODEL: is missing',
    'OBJECT_STORAGE_BUCKET: is missing',
  ]
  for (const words of wrong) expect(read).toThrow(`VERMILION_${words}`)
  expect(read).not.toThrow(/no-address|shh/)
})

test('contents of files lie in a bucket when one is named, reached by its path where an endpoint is given', () => {
  expect(readConfig({}).bucket).toBeUndefined()
  const bucketOf = (address: string, more = {}) => readConfig({ VERMILION_BLOBS: address, ...more }).bucket
  expect(bucketOf('s3://pictures')).toMatchObject({ bucket: 'pictures', prefix: '', isPathStyle: false })
  const away = { AWS_ENDPOINT_URL: 'https://s3.example.com:9000' }
  expect(bucketOf('s3://team.a/vermilion/blobs/', away)).toEqual({
    bucket: 'team.a',
    prefix: 'vermilion/blobs',
    endpoint: 'https://s3.example.com:9000',
    region: 'us-east-1',
    isPathStyle: true,
  })
  expect(bucketOf('s3://abc?style=host&encryption=aws:kms&storage-class=STANDARD_IA', away)).toMatchObject({
    isPathStyle: false,
    encryption: 'aws:kms',
    storageClass: 'STANDARD_IA',
  })
  expect(readConfig({ VERMILION_BLOB_CACHE_GIB: '0.5' }).blobCacheBytes).toBe(512 * 1024 ** 2)
})

test.each([
  ['https://bucket/prefix', 'needs s3://bucket'],
  ['s3://Upper', 'needs s3://bucket'],
  ['s3://bucket//twice', 'needs s3://bucket'],
  ['s3://bucket?style=virtual', 'style is path or host'],
  ['s3://bucket?encryption=rot13', 'encryption is AES256'],
  ['s3://bucket?storage-class=GLACIER', 'must be read at once'],
  ['s3://bucket?class=STANDARD', 'class'],
])('the bucket %s is refused in words', (address, words) => {
  expect(() => readConfig({ VERMILION_BLOBS: address })).toThrow(new RegExp(`VERMILION_BLOBS: .*${words}`))
})

test('an endpoint without a scheme is refused when a bucket is used, and nobody else minds', () => {
  const endpoint = { AWS_ENDPOINT_URL: 'localhost:9000' }
  expect(readConfig(endpoint).bucket).toBeUndefined()
  expect(() => readConfig({ ...endpoint, VERMILION_BLOBS: 's3://abc' })).toThrow('AWS_ENDPOINT_URL: needs an address')
})

test('an identity provider needs an address that nobody listens to and a client, and closed passwords need a provider', () => {
  const oidc = { VERMILION_OIDC_ISSUER: 'https://id.example.com/realms/team', VERMILION_OIDC_CLIENT_ID: 'vermilion' }
  expect(readConfig({ ...oidc, VERMILION_PASSWORD_SIGN_IN: 'emergency: root ' })).toMatchObject({
    oidc: { name: 'id.example.com', groups: [], scopes: 'openid profile email', linksByEmail: false },
    emergencyAccount: 'root',
  })
  const problems = (variables: Record<string, string>) => () => readConfig(variables)
  expect(problems({ ...oidc, VERMILION_OIDC_ISSUER: 'http://id.example.com' })).toThrow('VERMILION_OIDC_ISSUER: needs')
  expect(problems({ ...oidc, VERMILION_OIDC_CLIENT_ID: '' })).toThrow('VERMILION_OIDC_CLIENT_ID: is missing')
  expect(problems({ VERMILION_PASSWORD_SIGN_IN: 'emergency:root' })).toThrow('VERMILION_PASSWORD_SIGN_IN: closes')
  expect(problems({ VERMILION_PASSWORD_SIGN_IN: 'closed' })).toThrow('is open, or emergency:USERNAME')
  expect(problems({ ...oidc, VERMILION_OIDC_ISSUER: 'https://accounts.google.com' })).toThrow('VERMILION_OIDC_DOMAINS')
})
