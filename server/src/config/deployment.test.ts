import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../config.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Compose {
  services: Record<string, { environment?: Record<string, string>; secrets?: string[] }>
  secrets: Record<string, { file: string }>
}

test('the server takes what compose.team.yaml tells it, with the secrets that deploy/secrets.sh writes once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, 'deploy/secrets.sh'), join(folder, 'deploy/secrets.sh'))
  const write = () => run('sh', [join(folder, 'deploy/secrets.sh')])
  await write()

  const { services, secrets } = parse(await readFile(join(root, 'compose.team.yaml'), 'utf8')) as Compose
  const fileOf = (name: string) => join(folder, secrets[name]?.file ?? '')
  const { environment = {}, secrets: readable = [] } = services['vermilion'] ?? {}
  const variables = Object.entries(environment).map(([name, value]) => {
    const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? []
    if (secret !== undefined) expect(readable).toContain(secret)
    return [name, secret === undefined ? value : fileOf(secret)] as const
  })
  const readSettings = () => readConfig(Object.fromEntries(variables))
  const config = readSettings()
  expect(config).toMatchObject({
    adminPassword: expect.stringMatching(/^[0-9a-f]{24}$/),
    database: { host: 'database', password: expect.stringMatching(/^[0-9a-f]{48}$/) },
    bucket: { bucket: 'vermilion', endpoint: 'http://storage:7070' },
  })
  expect(await readFile(fileOf('storage-key'), 'utf8')).toMatch(
    /^\[default\]\naws_access_key_id=\w{20}\naws_secret_access_key=\w{40}\n$/,
  )
  expect((await stat(join(folder, 'deploy/secrets'))).mode & 0o777).toBe(0o700)
  await write()
  expect(readSettings().adminPassword).toBe(config.adminPassword)
})

const analyzer = await run('systemd-analyze', ['--version']).catch(() => undefined)

test.skipIf(analyzer === undefined)('systemd accepts the unit', async () => {
  const { stderr } = await run('systemd-analyze', ['verify', join(root, 'deploy/vermilion.service')])
  expect(stderr).not.toContain('vermilion.service')
})
