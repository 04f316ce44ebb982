import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../kubernetes/client/client.ts'
import type { KubernetesClient } from '../kubernetes/client/client.ts'
import { readKubeconfig } from '../kubernetes/client/kubeconfig.ts'
import { packBusybox } from './engine-image.ts'

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
    await importImage(sockets.split(','))
    return { kubeconfig, client, image }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Packs an archive like that of `docker save`. */
async function importImage(sockets: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-image-'))
  try {
    const digest = createHash('sha256')
      .update(await readFile(await packBusybox(folder)))
      .digest('hex')
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch
    const rootfs = { type: 'layers', diff_ids: [`sha256:${digest}`] }
    const config = { architecture, os: 'linux', config: { Env: ['PATH=/bin'] }, rootfs }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    const manifest = [{ Config: 'config.json', RepoTags: [image], Layers: ['rootfs.tar'] }]
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const archive = join(folder, 'image.tar')
    execFileSync('tar', ['-C', folder, '-cf', archive, 'manifest.json', 'config.json', 'rootfs.tar'])
    for (const socket of sockets)
      execFileSync('ctr', ['--address', socket, '--namespace', 'k8s.io', 'images', 'import', archive])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
