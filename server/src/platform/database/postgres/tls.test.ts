import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDatabase } from '../../../config/database-address.ts'
import { readVariableFiles } from '../../../config/variable-files.ts'
import { createDatabase } from '../database.ts'
import { postgresProblem, startPostgres, type TestCluster } from '../testing/postgres-cluster.ts'
import { openPostgres } from './engine.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const problem = hasOpenssl ? postgresProblem() : 'there is no openssl to make certificates with'
const password = "a 'password' of 朱雀"

describe.skipIf(problem)(`PostgreSQL over TLS${problem === undefined ? '' : ` (skipped: ${problem})`}`, () => {
  let folder: string
  let cluster: TestCluster
  const file = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-tls-'))
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const create = (name: string, ...args: string[]) =>
      openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, ...args)
    for (const name of ['authority', 'other']) create(name, '-x509', '-days', '2', '-out', `${name}.pem`)
    await writeFile(file('names'), 'subjectAltName=DNS:localhost')
    create('localhost', '-out', 'localhost.csr')
    const signers = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names']
    openssl('x509', '-req', '-in', 'localhost.csr', '-days', '2', ...signers, '-out', 'localhost.pem')
    const [cert, key] = await Promise.all(
      ['localhost.pem', 'localhost.key'].map((name) => readFile(file(name), 'utf8')),
    )
    cluster = await startPostgres({
      password,
      files: { 'server.pem': cert ?? '', 'server.key': key ?? '' },
      settings: ['ssl=on', 'ssl_cert_file=FOLDER/server.pem', 'ssl_key_file=FOLDER/server.key'],
    })
    const client = new Client({ connectionString: cluster.address })
    await client.connect()
    await client.query(`create database rows template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    await client.end()
    await writeFile(file('password'), `${password}\n`)
    await writeFile(file('wrong'), `${password}!\n`)
  })
  afterAll(async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The version of TLS that the server says this connection has; null without. */
  async function connect(parameters: string, host = 'localhost', secret = 'password'): Promise<string | null> {
    const { present } = readVariableFiles({
      VERMILION_DATABASE_URL: `postgres://vermilion@${host}:${cluster.port}/rows?${parameters}`,
      VERMILION_DATABASE_PASSWORD_FILE: file(secret),
    })
    const { match, problems } = readDatabase(present)
    if (match === undefined) throw new Error(problems.join())
    const database = createDatabase(await openPostgres(match))
    const { rows } = await sql<{ version: string | null }>`
      select version from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.query())
    await database.close()
    return rows[0]?.version ?? null
  }
  const authority = (name: string) => `sslrootcert=${file(`${name}.pem`)}`

  test('what is said is encrypted, whoever the server is, or only where it is the one of that name', async () => {
    expect(await connect('sslmode=disable')).toBeNull()
    expect(await connect('sslmode=require', '127.0.0.1')).toBe('TLSv1.3')
    expect(await connect(`sslmode=verify-ca&${authority('authority')}`, '127.0.0.1')).toBe('TLSv1.3')
    expect(await connect(`sslmode=verify-full&${authority('authority')}`)).toBe('TLSv1.3')
  })

  const stranger = /^PostgreSQL at localhost, database rows: .* of no authority that is known here: sslrootcert names/
  test.each([
    ['another authority', () => `sslmode=verify-full&${authority('other')}`, 'localhost', stranger],
    ['no authority', () => 'sslmode=verify-full', 'localhost', stranger],
    [
      'another name',
      () => `sslmode=verify-full&${authority('authority')}`,
      '127.0.0.1',
      /127\.0\.0\.1 is not in the cert's/,
    ],
  ])('%s is refused in words', async (_, parameters, host, words) => {
    await expect(connect(parameters(), host)).rejects.toThrow(words)
  })

  test('a password that is wrong is refused, and is not told', async () => {
    const refused = connect('sslmode=require', 'localhost', 'wrong')
    await expect(refused).rejects.toThrow('PostgreSQL at localhost, database rows: password authentication failed')
    await expect(refused).rejects.not.toThrow(password)
  })
})
