import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../kubernetes/client/client.ts'
import type { KubernetesClient } from '../kubernetes/client/client.ts'
import { readKubeconfig } from '../kubernetes/client/kubeconfig.ts'
import { packBusybox, packNode, packTrainer } from './engine-image.ts'

export interface TestCluster {
  kubeconfig: string
  client: KubernetesClient
  image: string
}

const image = 'localhost/vermilion-test:1'

/**
 * A cluster whose nodes are on this machine. `VERMILION_TEST_KUBECONFIG` is the file of an administrator,
 * `VERMILION_TEST_CONTAINERD` the sockets of its nodes' containerd with commas between, which get the image of the tests.
 */
export async function openTestCluster(): Promise<TestCluster | string> {
  const { VERMILION_TEST_KUBECONFIG: file, VERMILION_TEST_CONTAINERD: sockets } = process.env
  if (!file) return 'VERMILION_TEST_KUBECONFIG names no kubeconfig'
  if (!sockets) return 'VERMILION_TEST_CONTAINERD names no sockets'
  try {
    const kubeconfig = await readFile(file, 'utf8')
    const client = createClient(async () => readKubeconfig(kubeconfig, undefined))
    await client.call('GET', '/version')
    await importImage(sockets.split(','), image, packBusybox)
    return { kubeconfig, client, image }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The address of this machine at which pods reach it. */
export function outsideAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? ''
}

/** An image with this Node, for the containers that fetch data. */
export const importNodeImage = (): Promise<string> => importOnce('localhost/vermilion-node:1', packNode)

/** An image in which `/bin/node /app/trainer/src/train.ts` trains. */
export const importTrainerImage = (): Promise<string> => importOnce('localhost/vermilion-trainer:1', packTrainer)

async function importOnce(name: string, pack: (folder: string) => Promise<string>): Promise<string> {
  await importImage((process.env['VERMILION_TEST_CONTAINERD'] ?? '').split(','), name, pack)
  return name
}

/** Packs an archive like that of `docker save`. */
async function importImage(
  sockets: readonly string[],
  image: string,
  pack: (folder: string) => Promise<string>,
): Promise<void> {
  const lists = await Promise.all(sockets.map((socket) => control(socket, 'ls', '-q')))
  const missing = sockets.filter((_, position) => !lists[position]?.split('\n').includes(image))
  if (missing.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-image-'))
  try {
    const digest = createHash('sha256')
      .update(await readFile(await pack(folder)))
      .digest('hex')
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch
    const rootfs = { type: 'layers', diff_ids: [`sha256:${digest}`] }
    const config = { architecture, os: 'linux', config: { Env: ['PATH=/bin'] }, rootfs }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    const manifest = [{ Config: 'config.json', RepoTags: [image], Layers: ['rootfs.tar'] }]
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const archive = join(folder, 'image.tar')
    execFileSync('tar', ['-C', folder, '-cf', archive, 'manifest.json', 'config.json', 'rootfs.tar'])
    for (const socket of missing) await control(socket, 'import', archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Imports of several files at once may be in one another's way. */
async function control(socket: string, ...args: string[]): Promise<string> {
  for (let round = 1; ; round += 1) {
    try {
      return execFileSync('ctr', ['--address', socket, '--namespace', 'k8s.io', 'images', ...args], {
        encoding: 'utf8',
      })
    } catch (error) {
      if (round === 5) throw error
      await sleep(500)
    }
  }
}

export { readKubeconfig } from '../kubernetes/client/kubeconfig.ts'
export type { Job, KubernetesObject, Node, ObjectList, Pod } from '../kubernetes/client/objects.ts'
export { pathsIn } from '../kubernetes/client/paths.ts'
export { handleAnnotation, ownerLabel, runLabel } from '../kubernetes/names.ts'
