import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import { version } from '#areas/settings'
import { readJson } from '#platform/database/columns'
import type { ImageDefinition } from '../images/images.ts'
import { resourcesOf } from '../rows/task-row.ts'
import type { TaskRow } from '../rows/task-row.ts'

interface Run {
  image: ImageDefinition
  /** Digest reported by the executor, if any. */
  imageDigest: string | null
  command: readonly string[]
  /** Without secret values. */
  environment: Readonly<Record<string, string>>
}

export async function recordOf(row: TaskRow, { image, imageDigest, command, environment }: Run): Promise<TaskRecord> {
  const codeFiles = image.code === undefined ? [] : await codeIn(image.code)
  return {
    image: row.image,
    imageAddress: row.imageAddress,
    imageDigest: imageDigest ?? (codeFiles.length === 0 ? null : `sha256:${digestOf(codeFiles)}`),
    command: [...command],
    parameters: readJson(row.parameters),
    dataSources: readJson(row.mounts).map(({ kind, id, name, mountPath, checksum }) => ({
      kind,
      id,
      name,
      mountPath,
      checksum,
    })),
    codeFiles,
    seed: row.seed,
    environment: { ...environment },
    resources: resourcesOf(row),
    instances: readJson(row.instances),
    version,
  }
}

const existing = new Map<string, Promise<TaskRecord['codeFiles']>>()

/** Lists the files of a built-in program, cached: an installation does not change while it runs. */
function codeIn(folder: string): Promise<TaskRecord['codeFiles']> {
  const match = existing.get(folder) ?? listed(folder)
  existing.set(folder, match)
  match.catch(() => existing.delete(folder))
  return match
}

async function listed(folder: string): Promise<TaskRecord['codeFiles']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  return Promise.all(paths.map(async (path) => ({ path, checksum: sha256(await readFile(join(folder, path))) })))
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const digestOf = (files: TaskRecord['codeFiles']) =>
  sha256(files.map(({ path, checksum }) => `${checksum}  ${path}\n`).join(''))
