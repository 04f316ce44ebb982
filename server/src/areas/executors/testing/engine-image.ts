import { execFileSync } from 'node:child_process'
import { chmod, copyFile, cp, glob, mkdir, readFile, symlink } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import type Docker from 'dockerode'

const source = fileURLToPath(new URL('../../../../../', import.meta.url))
const repository = 'localhost/vermilion-test'

export async function packBusybox(folder: string): Promise<string> {
  const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim()
  const bin = join(folder, 'rootfs', 'bin')
  for (const name of ['bin', 'tmp', 'etc']) await mkdir(join(folder, 'rootfs', name), { recursive: true })
  await chmod(join(folder, 'rootfs', 'tmp'), 0o1777)
  await copyFile(busybox, join(bin, 'busybox'))
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n')
  for (const applet of applets) if (applet !== 'busybox') await symlink('busybox', join(bin, applet))
  return packRoot(folder)
}

/** Busybox, and this Node with the libraries that it is linked with. */
export async function packNode(folder: string): Promise<string> {
  await packBusybox(folder)
  const root = join(folder, 'rootfs')
  await copyLibraries(process.execPath, root)
  await copyFile(process.execPath, join(root, 'bin', 'node'))
  return packRoot(folder)
}

/** Node, and below `/app` the starter trainers with the packages that they need. */
export async function packTrainer(folder: string): Promise<string> {
  await packNode(folder)
  const root = join(folder, 'rootfs')
  const app = join(root, 'app')
  const copy = (path: string) => cp(join(source, path), join(app, path), { recursive: true, filter: isForLinux })
  for (const path of ['trainer/src', 'trainer/package.json', 'contract/src', 'contract/package.json']) await copy(path)
  const packages = new Set(['htmlparser2', 'onnxruntime-node', 'protobufjs', 'sharp', 'yaml', 'zod'])
  for (const name of packages) {
    const description = await readFile(join(source, 'node_modules', name, 'package.json'), 'utf8').catch(() => null)
    if (description === null) continue
    await copy(join('node_modules', name))
    const { dependencies, optionalDependencies } = JSON.parse(description) as Record<string, object | undefined>
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) packages.add(other)
  }
  await mkdir(join(app, 'node_modules', '@vermilion'))
  await symlink('../../contract', join(app, 'node_modules', '@vermilion', 'contract'))
  for await (const library of glob(join(app, 'node_modules', '**', '*.node'))) await copyLibraries(library, root)
  return packRoot(folder)
}

const isForLinux = (path: string): boolean =>
  !/onnxruntime-node\/bin\/[^/]+\/(?:darwin|win32|linux\/(?!x64))/.test(path)

async function copyLibraries(program: string, root: string): Promise<void> {
  const linked = execFileSync('ldd', [program], { encoding: 'utf8' })
  for (const [, path = ''] of linked.matchAll(/(\/\S+)(?= \(0x)/g)) {
    if (path.startsWith(source)) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await copyFile(path, join(root, path))
  }
}

function packRoot(folder: string): string {
  const archive = join(folder, 'rootfs.tar')
  execFileSync('tar', ['-C', join(folder, 'rootfs'), '-cf', archive, '.'])
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
