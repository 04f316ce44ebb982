import { randomBytes, createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { packBusybox } from './engine-image.ts'
import type { TestEngine } from './engines.ts'

const program = fileURLToPath(new URL('serve-registry.ts', import.meta.url))
const port = 5_005
const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`
const docker = 'application/vnd.docker'

export async function startRegistry(engine: TestEngine): Promise<{ address: string; close(): void }> {
  const folder = join(engine.folder, 'registry')
  await mkdir(join(folder, 'blobs'), { recursive: true })
  await mkdir(join(folder, 'large'))
  await writeFile(join(folder, 'large', 'weights.bin'), randomBytes(8_000_000))
  execFileSync('tar', ['-C', join(folder, 'large'), '-cf', join(folder, 'large.tar'), '.'])
  const archives = await Promise.all(
    [await packBusybox(folder), join(folder, 'large.tar')].map((path) => readFile(path)),
  )
  const put = async (content: Buffer, mediaType: string) => {
    await writeFile(join(folder, 'blobs', digestOf(content)), content)
    return { mediaType, size: content.length, digest: digestOf(content) }
  }
  const configuration = {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: archives.map(digestOf) },
    history: archives.map(() => ({ created_by: 'a test' })),
  }
  const manifest = {
    schemaVersion: 2,
    mediaType: `${docker}.distribution.manifest.v2+json`,
    config: await put(Buffer.from(JSON.stringify(configuration)), `${docker}.container.image.v1+json`),
    layers: await Promise.all(
      archives.map((archive) => put(gzipSync(archive, { level: 1 }), `${docker}.image.rootfs.diff.tar.gzip`)),
    ),
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const server = engine.beside(process.execPath, program, folder, String(port))
  while ((await readFile(join(folder, 'ready'), 'utf8').catch(() => null)) === null) await sleep(20)
  return { address: `127.0.0.1:${port}/team/trainer:1`, close: () => void server.kill() }
}
