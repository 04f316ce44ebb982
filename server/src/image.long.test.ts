import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, testPassword } from './testing/client.ts'
import { upload } from './testing/upload.ts'

const image = process.env['VERMILION_TEST_IMAGE'] ?? ''
const skipped =
  image === '' ? ', skipped: VERMILION_TEST_IMAGE names no image of deploy/Containerfile that podman has' : ''

const names = { container: `vermilion-image-${process.pid}`, volume: `vermilion-image-${process.pid}` }
const podman = async (...parameters: string[]) => (await promisify(execFile)('podman', parameters)).stdout.trim()
const inside = (script: string) => podman('exec', names.container, 'sh', '-c', script)

describe.skipIf(image === '')(`the image${skipped}`, () => {
  let address = ''
  const client = createClient(() => address)

  async function start(): Promise<void> {
    await podman('start', names.container)
    address = `http://${await podman('port', names.container, '7860')}`
    const isReady = async () => expect((await client.fetch('/health/ready')).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000, interval: 200 })
  }

  beforeAll(async () => {
    const strict = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
    const options = ['--publish', '127.0.0.1::7860', '--volume', `${names.volume}:/data`]
    const password = ['--env', `VERMILION_ADMIN_PASSWORD=${testPassword}`]
    await podman('create', '--name', names.container, ...strict, ...options, ...password, image)
    await start()
    await client.signIn()
  })
  afterAll(async () => {
    await podman('rm', '--force', '--volumes', names.container)
    await podman('volume', 'rm', '--force', names.volume)
  })

  test('has at most 350 MB, and neither compilers, tests nor what belongs to other platforms', async () => {
    expect(Number(await podman('image', 'inspect', '--format', '{{.Size}}', image))).toBeLessThan(350e6)
    expect(await inside('for name in cc gcc c++ make npm python3 curl; do command -v $name; done; true')).toBe('')
    const foreign = ['*.dll', '*.dylib', '*musl*', '*darwin*', '*win32*', '*arm64*', '*.test.ts', '*.d.ts', '*.map']
    const files = await inside(`find /app \\( ${foreign.map((name) => `-name '${name}'`).join(' -o ')} \\) -size +20k`)
    expect(files).toBe('')
  })

  test('runs as an account without rights, writes to its volume alone, and warns of nothing', async () => {
    expect(await inside('id -u; id -g; grep CapEff /proc/1/status')).toBe('10001\n10001\nCapEff:\t0000000000000000')
    await expect(inside('touch /app/new')).rejects.toThrow('Read-only')
    const lines = (await podman('logs', names.container)).split('\n')
    expect(lines.filter((line) => line.includes('"level":') && !line.includes('"level":30'))).toEqual([])
    expect(await podman('healthcheck', 'run', names.container)).toBe('')
  })

  test('its console, pictures and programs of other processes work', async () => {
    const page = await (await fetch(`${address}/login`)).text()
    const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    expect((await fetch(`${address}/${script}`)).headers.get('content-type')).toMatch('javascript')
    expect(await inside('vermilion doctor')).toContain('Nothing is wrong')
    const packages = ['onnxruntime-node', 'sharp', '@lydell/node-pty', '@node-rs/argon2']
    await inside(`cd /app && node --eval "${packages.map((name) => `require('${name}')`).join(';')}"`)
  })

  test('its local pool trains, with letters in figures and no word to anybody', async () => {
    await inside('vermilion sample --space sample --labeled --count 8 --size 320x240')
    const { items } = await client.call(datasetEndpoints.listDatasets, { query: {} })
    const { secret } = await client.call(accountEndpoints.createAccessToken, {
      body: { name: 'image', scope: 'full', expiresAt: null },
    })
    const order = `--name image --image vermilion/starter-detector --dataset ${items[0]?.id} --parameter epochs=1 --wait`
    const log = await inside(`VERMILION_TOKEN=${secret} vermilion task create ${order} 2>&1`)
    expect(log).toContain('success')
    expect(log).not.toMatch(/error|warn|telemetry/i)
  })

  test('what was uploaded is there after a restart, and a stop takes two seconds at the most', async () => {
    const { id } = await client.call(spaceEndpoints.createSpace, { body: { name: 'image', path: 'image' } })
    const bytes = new Uint8Array(3_000_000).fill(7)
    await upload(client, { spaceId: id, path: 'seven.bin' }, bytes)
    // This is a browser that has the console open.
    const events = await client.fetch('/events')
    // After two seconds it would be killed, which is 137.
    await podman('stop', '--time', '2', names.container)
    await events.body?.cancel().catch(() => {})
    expect(await podman('inspect', '--format', '{{.State.ExitCode}}', names.container)).toBe('0')
    await start()
    const { items } = await client.call(fileEndpoints.listFiles, { params: { spaceId: id }, query: {} })
    expect(items).toMatchObject([{ name: 'seven.bin', size: bytes.length }])
  })

  test('reaps what is left behind', async () => {
    await inside('(sleep 0.2 &) ; true')
    const zombies = () => inside('grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null; true')
    await expect.poll(zombies, { timeout: 5_000 }).toBe('')
  })
})
