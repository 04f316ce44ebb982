import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export async function writeTree(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** Names and kinds of files that programs trip over. */
export async function writeOddFiles(folder: string): Promise<void> {
  await writeTree(folder, {
    'images/with space.jpg': randomBytes(2_000),
    'images/数据 é "quoted" \'single\'.jpg': randomBytes(2_000),
    'images/$(touch gone);`id` & more\nsecond line.jpg': randomBytes(2_000),
    'images/-rf': 'not an option',
    'images/empty.txt': '',
    'run.sh': '#!/bin/sh\n',
  })
  await chmod(join(folder, 'run.sh'), 0o755)
  await mkdir(join(folder, 'empty folder/deeper'), { recursive: true })
  await symlink('images/with space.jpg', join(folder, 'link.jpg'))
}

export async function writeManyFiles(folder: string, count: number, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const content = randomBytes(bytes)
  for (let number = 0; number < count; number += 1) {
    content.writeUInt32LE(number)
    await writeFile(join(folder, `${number}.jpg`), content)
  }
}

/** Checksums and modes of the files of a folder by path; an empty folder is `folder`. */
export async function describeTree(folder: string, path = ''): Promise<Record<string, string>> {
  const described: Record<string, string> = {}
  const entries = await readdir(join(folder, path), { withFileTypes: true })
  if (entries.length === 0 && path !== '') described[path] = 'folder'
  for (const entry of entries) {
    const here = join(path, entry.name)
    if (entry.isDirectory()) Object.assign(described, await describeTree(folder, here))
    else {
      const content = await readFile(join(folder, here))
      const { mode } = await lstat(join(folder, here))
      const isExecutable = entry.isFile() && (mode & 0o100) !== 0
      described[here] = `${createHash('sha256').update(content).digest('hex')}${isExecutable ? ' x' : ''}`
    }
  }
  return described
}
