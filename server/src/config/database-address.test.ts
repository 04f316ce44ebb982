import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDatabase } from './database-address.ts'

const read = (url: string, more: Record<string, string> = {}) => readDatabase({ VERMILION_DATABASE_URL: url, ...more })

test('without an address rows are in the data folder', () => {
  expect(readDatabase({})).toEqual({ problems: [] })
})

test('an address names host, database, account and how it is secured', () => {
  expect(read('postgres://ann:se%40cret@db.example.com:6432/ver%20milion?sslmode=verify-full')).toEqual({
    match: {
      host: 'db.example.com',
      port: 6432,
      database: 'ver milion',
      user: 'ann',
      password: 'se@cret',
      ssl: { ca: undefined, cert: undefined, key: undefined },
      maxConnections: 16,
    },
    problems: [],
  })
  expect(read('postgresql://localhost/vermilion').match).toMatchObject({ host: 'localhost', port: 5432, ssl: false })
  const socket = read('postgres:///vermilion?host=/run/postgresql&user=ann', { VERMILION_DATABASE_CONNECTIONS: '40' })
  expect(socket.match).toMatchObject({ host: '/run/postgresql', user: 'ann', maxConnections: 40 })
  expect(read('postgres://db/vermilion?sslmode=require').match?.ssl).toMatchObject({ rejectUnauthorized: false })
})

test('an authority is read from a file, and a password stands apart from the address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-address-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'ca.pem'), 'authority')
  const { match } = read(`postgres://ann@db/vermilion?sslmode=verify-ca&sslrootcert=${join(folder, 'ca.pem')}`, {
    VERMILION_DATABASE_PASSWORD: 'secret',
  })
  expect(match).toMatchObject({ password: 'secret', ssl: { ca: 'authority' } })
})

test.each([
  ['mysql://db/vermilion', {}, 'VERMILION_DATABASE_URL: needs postgres://user@host:5432/database'],
  ['postgres://db', {}, 'VERMILION_DATABASE_URL: needs postgres://user@host:5432/database'],
  ['postgres://db/vermilion', {}, /sslmode=verify-full, require or disable/],
  ['postgres://db/vermilion?sslmode=prefer', {}, /sslmode is verify-full, verify-ca, require or disable/],
  ['postgres://localhost/vermilion?sslcert=/nowhere', {}, 'VERMILION_DATABASE_URL: cannot read /nowhere'],
  ['postgres://localhost/vermilion?pool=3', {}, /pool/],
  ['postgres://localhost/vermilion', { VERMILION_DATABASE_CONNECTIONS: '2' }, /CONNECTIONS: needs a number from 6/],
])('%s with %o is refused in words', (url, more, words) => {
  const { match, problems } = read(url, more)
  expect(match).toBeUndefined()
  expect(problems).toEqual([expect.stringMatching(words)])
})
