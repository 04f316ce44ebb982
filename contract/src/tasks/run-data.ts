import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, checksum, count } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** Bytes of one request that sends results. */
export const outputChunk = 8 * 1024 * 1024
const maxPath = 4_096
/** Linux allows a name so many bytes (NAME_MAX). */
const maxNameBytes = 255

const instance = z.string().regex(/^[a-z][a-z0-9]{0,31}-\d{1,6}$/)

/** Relative, with `/` between names, and never leading out of its folder. */
function isRunPath(path: string): boolean {
  const encoder = new TextEncoder()
  const isName = (name: string) => !['', '.', '..'].includes(name) && encoder.encode(name).length <= maxNameBytes
  return path.length <= maxPath && !path.includes('\0') && path.split('/').every(isName)
}

const runPath = z
  .string()
  .refine(isRunPath, schemaMessage('must be the path of a file below its folder', '必须是所在文件夹内的文件路径'))

export const runFile = z.object({ path: z.string(), size: bytes, checksum, executable: z.boolean() })
export type RunFile = z.output<typeof runFile>

/** An address at which the store itself has the content, for an hour. */
export const runInput = runFile.extend({ address: z.string().optional() })
export type RunInput = z.output<typeof runInput>

/** The contents of some files of one mount, one after another. The id is a checksum over the list of files. */
export const runPack = z.object({ id: checksum, mount: count, size: bytes, files: count })
export type RunPack = z.output<typeof runPack>

export const runManifest = z.object({
  /** In the order of the run's mounts. Other folders follow from the files. */
  mounts: z.array(z.object({ target: z.string(), emptyFolders: z.array(z.string()) })),
  packs: z.array(runPack),
  size: bytes,
})
export type RunManifest = z.output<typeof runManifest>

export const runProgress = z.object({ done: bytes, total: bytes })
export type RunProgress = z.output<typeof runProgress>

export const runDataEndpoints = {
  getRunManifest: endpoint('GET', '/run-data/manifest', {
    caller: 'run',
    summary: { en: 'What a task run was given to read, as packs of files', zh: '任务运行的输入数据（按文件包列出）' },
    answer: runManifest,
  }),
  getRunPack: endpoint('GET', '/run-data/packs/:packId', {
    caller: 'run',
    summary: { en: 'The files of a pack, in the order of its content', zh: '文件包中的文件，顺序与内容一致' },
    answer: z.object({ files: z.array(runInput) }),
    errors: ['run-data.pack-not-found'],
  }),
  getRunPackContent: endpoint('GET', '/run-data/packs/:packId/content', {
    caller: 'run',
    summary: {
      en: 'The contents of the files of a pack, one after another; with Range a part of them',
      zh: '文件包中各文件的内容，依次相连；可用 Range 读取一部分',
    },
    raw: 'application/octet-stream',
    errors: ['run-data.pack-not-found', 'run-data.source-changed'],
  }),
  reportRunProgress: endpoint('PUT', '/run-data/progress', {
    caller: 'run',
    audited: false,
    summary: { en: 'Tell how much an instance has fetched', zh: '报告实例已获取的数据量' },
    body: runProgress.extend({ instance }),
    answer: z.object({}),
  }),
  getRunState: endpoint('GET', '/run-data/state', {
    caller: 'run',
    summary: {
      en: 'Whether the command of an instance has ended, so that the last results are sent',
      zh: '实例的命令是否已结束（结束后发送最后的结果）',
    },
    query: z.object({ instance }),
    answer: z.object({ isEnded: z.boolean() }),
  }),
  listRunOutput: endpoint('GET', '/run-data/output', {
    caller: 'run',
    summary: { en: 'The results of a task run that have arrived', zh: '已收到的任务运行结果' },
    answer: z.object({ files: z.array(runFile) }),
  }),
  getRunOutput: endpoint('GET', '/run-data/output/content', {
    caller: 'run',
    summary: {
      en: 'A result of a task run, for the run that goes on from it',
      zh: '任务运行的某个结果文件，供继续运行时读取',
    },
    query: z.object({ path: runPath }),
    raw: 'application/octet-stream',
    errors: ['run-data.file-not-found'],
  }),
  sendRunOutput: endpoint('PUT', '/run-data/output/content', {
    caller: 'run',
    audited: false,
    summary: {
      en: 'Send bytes of a result from an offset on. Without a checksum they are added to the file; with one they lie apart until all are there and right, and then take its place',
      zh: '从指定位置起发送结果文件的内容。不带校验和时追加到文件；带校验和时先单独存放，全部到达且校验无误后再替换文件',
    },
    query: z.object({
      path: runPath,
      offset: z.coerce.number().int().min(0),
      /** Size and SHA-256 of the whole file. */
      size: z.coerce.number().int().min(0).optional(),
      checksum: checksum.optional(),
      executable: z.stringbool().default(false),
    }),
    streamed: 'application/octet-stream',
    bodyLimit: outputChunk,
    /** Bytes that have arrived, from the start of the file. */
    answer: z.object({ size: bytes }),
    errors: [
      'run-data.offset-wrong',
      'run-data.checksum-differs',
      'run-data.path-taken',
      'run-data.output-full',
      'run-data.no-space',
    ],
  }),
  deleteRunOutput: endpoint('DELETE', '/run-data/output/content', {
    caller: 'run',
    audited: false,
    summary: { en: 'Delete a result that the run itself has deleted', zh: '删除运行中已自行删除的结果文件' },
    query: z.object({ path: runPath }),
    answer: z.object({}),
  }),
  completeRunOutput: endpoint('POST', '/run-data/output/complete', {
    caller: 'run',
    audited: false,
    summary: { en: 'Confirm that all results of an instance have arrived', zh: '确认实例的全部结果均已送达' },
    body: z.object({ instance }),
    answer: z.object({}),
  }),
} as const
