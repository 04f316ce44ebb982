import { z } from 'zod'
import { fileOutcome, fileTarget } from '../files/operations.ts'
import { fileSelection } from '../files.ts'
import { assistLanguages, assistRoles, assistTraits } from './catalogue.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, id, text, time } from '../kernel/fields.ts'

export const assistStatuses = ['absent', 'fetching', 'paused', 'failed', 'ready'] as const
export type AssistStatus = (typeof assistStatuses)[number]

export const assistModel = z.object({
  id,
  role: z.enum(assistRoles),
  name: z.string(),
  repository: z.string(),
  revision: z.string(),
  licence: z.string(),
  /** URL of the maker's own terms; null for well-known licenses. */
  terms: z.string().nullable(),
  languages: z.enum(assistLanguages),
  /** Set only when several models share the role. */
  trait: z.enum(assistTraits).nullable(),
  files: z.array(z.string()),
  size: bytes,
  status: z.enum(assistStatuses),
  /** Bytes downloaded, and in total; null until the hub has reported. */
  done: bytes,
  total: bytes.nullable(),
  /** `archive` was uploaded by hand. */
  source: z.enum(['hub', 'archive']).nullable(),
  error: text.nullable(),
  isUsed: z.boolean(),
  startedBy: z.string().nullable(),
  readyAt: time.nullable(),
})
export type AssistModel = z.output<typeof assistModel>

export const assistEndpoints = {
  listAssistModels: endpoint('GET', '/assist-models', {
    summary: {
      en: 'The models that help with labeling and searching, and which of them are on this server',
      zh: '辅助标注与搜索的模型，以及本服务器上已有哪些',
    },
    answer: z.array(assistModel),
  }),
  fetchAssistModel: endpoint('POST', '/assist-models/:modelId/fetch', {
    summary: {
      en: 'Fetch a model from the hub, going on where it was left off; answers at once',
      zh: '从模型站下载模型，从上次中断处继续；立即返回',
    },
    answer: assistModel,
    errors: ['assist-model.not-found', 'assist-model.under-way', 'assist-model.ready'],
  }),
  pauseAssistModel: endpoint('POST', '/assist-models/:modelId/pause', {
    summary: { en: 'Pause the fetching of a model; what is here is kept', zh: '暂停下载模型，已下载的部分保留' },
    answer: assistModel,
    errors: ['assist-model.not-found', 'assist-model.not-fetching'],
  }),
  bringAssistModel: endpoint('POST', '/assist-models/:modelId/bring', {
    summary: {
      en: 'Take the files of a model from an archive or a folder of a data space, for servers that reach no hub',
      zh: '从数据空间中的压缩包或文件夹取用模型文件，适用于无法访问模型站的服务器',
    },
    body: z.object({ spaceId: id, path: z.string().trim().min(1).max(1_024) }),
    answer: assistModel,
    errors: [
      'assist-model.not-found',
      'assist-model.under-way',
      'assist-model.ready',
      'assist-model.nothing-there',
      'assist-model.file-missing',
      'assist-model.damaged',
      'assist-model.too-large',
      'assist-model.no-room',
      'assist-model.unusable',
      'space.not-found',
    ],
  }),
  removeAssistModel: endpoint('DELETE', '/assist-models/:modelId', {
    summary: {
      en: 'Remove the files of a model from this server; it can be fetched again',
      zh: '从本服务器移除模型文件，之后可重新下载',
    },
    answer: assistModel,
    errors: ['assist-model.not-found', 'assist-model.under-way'],
  }),
  makeDepthMaps: endpoint('POST', '/spaces/:spaceId/depth-maps', {
    summary: {
      en: 'Make a depth map of each of these pictures, as files of a data space: what generations take as depth reference. Goes on as work',
      zh: '为这些图片生成深度图并存入数据空间，可用作生成的深度参考；以后台任务进行',
    },
    body: z.object({
      selection: fileSelection,
      /** Fails with `file.path-invalid` for a folder that contains the source images. */
      target: fileTarget,
      /** `replace` overwrites without the trash. Files that this endpoint did not make are never replaced. */
      conflict: z.enum(['skip', 'replace']).default('skip'),
    }),
    answer: fileOutcome,
    errors: ['space.not-found', 'space.in-place', 'file.path-invalid', 'file.none-selected', 'assist-model.no-depth'],
  }),
} as const
