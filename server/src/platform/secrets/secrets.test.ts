import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a sealed text opens again after a restart, and nowhere else', async () => {
  const file = join(folder, 'secret.key')
  const sealed = (await openSecrets(file)).seal('板子 password')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await openSecrets(file)).open(sealed)).toBe('板子 password')
  const other = await openSecrets(join(folder, 'other.key'))
  expect(() => other.open(sealed)).toThrow('unable to authenticate')
})

test('a changed or shortened text does not open, and the same text never looks the same', async () => {
  const secrets = await openSecrets(join(folder, 'secret.key'))
  const sealed = secrets.seal('text')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => secrets.open(bytes.toString('base64url'))).toThrow('unable to authenticate')
  expect(() => secrets.open(sealed.slice(0, 20))).toThrow('authentication tag')
  expect(secrets.seal('text')).not.toBe(sealed)
})

test('two processes that start at once agree on one key', async () => {
  const file = join(folder, 'shared.key')
  const [first, second] = await Promise.all([openSecrets(file), openSecrets(file)])
  expect(second.open(first.seal('text'))).toBe('text')
})
