import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type Docker from 'dockerode'

const repository = 'localhost/vermilion-test'

export async function packBusybox(folder: string): Promise<string> {
  const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim()
  const bin = join(folder, 'rootfs', 'bin')
  for (const name of ['bin', 'tmp', 'etc']) await mkdir(join(folder, 'rootfs', name), { recursive: true })
  await chmod(join(folder, 'rootfs', 'tmp'), 0o1777)
  await copyFile(busybox, join(bin, 'busybox'))
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n')
  for (const applet of applets) if (applet !== 'busybox') await symlink('busybox', join(bin, applet))
  const archive = join(folder, 'rootfs.tar')
  execFileSync('tar', ['-C', join(folder, 'rootfs'), '-cf', archive, '.'])
  return archive
}

/** Busybox, and this Node with the libraries that it is linked with. */
export async function packNode(folder: string): Promise<string> {
  await packBusybox(folder)
  const root = join(folder, 'rootfs')
  const linked = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
  const libraries = [...linked.matchAll(/(\/\S+)/g)].map(([, path = '']) => path)
  for (const path of libraries) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await copyFile(path, join(root, path))
  }
  await copyFile(process.execPath, join(root, 'bin', 'node'))
  const archive = join(folder, 'rootfs.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  return archive
}

export async function importImage(client: Docker, folder: string): Promise<string> {
  const archive = await packBusybox(folder)
  const message = await text(await client.importImage(createReadStream(archive)))
  const id = /sha256:[0-9a-f]{64}/.exec(message)?.[0]
  if (id === undefined) throw new Error(`the engine made no image: ${message}`)
  await client.getImage(id).tag({ repo: repository, tag: '1' })
  return `${repository}:1`
}
