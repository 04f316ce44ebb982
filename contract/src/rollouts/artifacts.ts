import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, checksum, count, id, time } from '../kernel/fields.ts'
import { listQuery, pageOf } from '../kernel/page.ts'
import { artifactKinds } from './artifact-kinds.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** Used in paths on devices, so only safe characters are allowed. */
export const artifactName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._+-]*$/u,
    schemaMessage(
      'letters, digits and . _ + - only, beginning with a letter or digit',
      '只能包含字母、数字和 . _ + -，并以字母或数字开头',
    ),
  )
export const artifactVersion = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9.+:~_-]*$/,
    schemaMessage(
      'letters, digits and . + : ~ _ - only, beginning with a letter or digit',
      '只能包含字母、数字和 . + : ~ _ -，并以字母或数字开头',
    ),
  )
/** Compatible devices, compared by kind-specific rules. Empty matches any. */
const compatible = z.string().trim().max(500)

/** `manifest.json` of a script archive. */
export const scriptManifest = z.object({
  name: artifactName,
  version: artifactVersion,
  /** Equals or is contained in the device's model (`/etc/vermilion-compatible` or its device tree). */
  compatible: compatible.default(''),
  /** True when the install script may be rerun after an interruption. */
  repeatable: z.boolean().default(false),
})

const notes = z.string().max(10_000)

export const artifact = z.object({
  id,
  kind: z.enum(artifactKinds),
  name: artifactName,
  version: artifactVersion,
  compatible,
  size: bytes,
  /** Additional space when unpacked; 0 when unknown. */
  unpackedSize: bytes,
  checksum,
  /** True when it is signed; the device verifies the signature on install. */
  signed: z.boolean(),
  repeatable: z.boolean(),
  fileName: z.string().max(255),
  notes,
  modelId: id.nullable(),
  rollouts: count,
  creator: z.string(),
  createdAt: time,
})
export type Artifact = z.output<typeof artifact>

export const artifactUploadPath = '/artifact-uploads'
export const artifactUploadAction = {
  method: 'POST',
  path: artifactUploadPath,
  summary: { en: 'Upload an artifact', zh: '上传更新制品' },
} as const
export const maxArtifactBytes = 16 * 1024 ** 3

/** Upload metadata, sent before the first byte; name and version only when the file lacks them. */
export const artifactUpload = z.object({
  fileName: z.string().trim().min(1).max(255),
  name: artifactName.optional(),
  version: artifactVersion.optional(),
  notes: notes.optional(),
  checksum: checksum.optional(),
})

export const artifactSorts = ['name', 'kind', 'size', 'createdAt'] as const

export const artifactErrors = [
  'artifact.unrecognized',
  'artifact.damaged',
  'artifact.unsafe',
  'artifact.version-taken',
  'artifact.incomplete',
] as const

export const artifactEndpoints = {
  listArtifacts: endpoint('GET', '/artifacts', {
    summary: {
      en: 'Artifacts, newest first unless sorted otherwise; the words are looked for in name, version, compatible and notes',
      zh: '更新制品，默认最新的在前；关键词在名称、版本、兼容标识和备注中查找',
    },
    query: listQuery(artifactSorts).extend({ kind: z.enum(artifactKinds).optional() }),
    answer: pageOf(artifact),
  }),
  getArtifact: endpoint('GET', '/artifacts/:artifactId', {
    summary: { en: 'One artifact', zh: '一个更新制品' },
    answer: artifact,
    errors: ['artifact.not-found'],
  }),
  addArtifact: endpoint('POST', '/artifacts', {
    summary: { en: 'Make a file of a data space an artifact', zh: '将数据空间中的文件登记为更新制品' },
    body: artifactUpload.omit({ fileName: true, checksum: true }).extend({ fileId: id }),
    answer: artifact,
    errors: ['file.not-found', 'file.unreachable', ...artifactErrors],
  }),
  updateArtifact: endpoint('PATCH', '/artifacts/:artifactId', {
    summary: { en: 'Change the notes of an artifact', zh: '修改制品备注' },
    body: z.object({ notes }),
    answer: artifact,
    errors: ['artifact.not-found'],
  }),
  deleteArtifact: endpoint('DELETE', '/artifacts/:artifactId', {
    summary: {
      en: 'Delete an artifact; refused while a rollout needs it',
      zh: '删除制品；仍有发布需要它时会被拒绝',
    },
    answer: z.object({}),
    errors: ['artifact.not-found', 'artifact.in-use'],
  }),
  artifactContent: endpoint('GET', '/artifacts/:artifactId/content', {
    summary: { en: 'The file of an artifact', zh: '制品文件' },
    raw: 'application/octet-stream',
    errors: ['artifact.not-found'],
  }),
} as const
