import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'
import type { Text } from '../kernel/text.ts'
import { unusedEnvironmentDays } from '../tasks/environments/python-environments.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const cleanUpReasons = ['unreferenced', 'regenerable', 'expired', 'deleted'] as const
export type CleanUpReason = (typeof cleanUpReasons)[number]

interface CleanUpOffer {
  name: Text
  hint: Text
  reason: CleanUpReason
  /** True for data that cannot be recreated: it is held for some days and can be restored before the space is freed. */
  isHeld: boolean
}

/** Days that removed data is held when it cannot be recreated. */
export const heldDays = 3

export const cleanUpOffers = {
  unreferenced: {
    name: { en: 'Unreferenced content', zh: '无引用的内容' },
    hint: {
      en: 'Content that no file, version, model or trash names any more.',
      zh: '不再被任何文件、版本、模型或回收站引用的内容。',
    },
    reason: 'unreferenced',
    isHeld: false,
  },
  thumbnails: {
    name: { en: 'Thumbnails and previews', zh: '缩略图与预览' },
    hint: {
      en: 'With the features for click to segment. They are made again when a picture is next looked at.',
      zh: '含点击分割所用的图像特征。下次查看图片时会重新生成。',
    },
    reason: 'regenerable',
    isHeld: false,
  },
  environments: {
    name: { en: 'Python environments', zh: 'Python 环境' },
    hint: {
      en: `Those of training images that no task used for ${unusedEnvironmentDays} days. They are made again when a task needs them.`,
      zh: `${unusedEnvironmentDays} 天内没有任务使用的训练镜像环境。任务需要时会重新创建。`,
    },
    reason: 'regenerable',
    isHeld: false,
  },
  uploads: {
    name: { en: 'Abandoned uploads', zh: '未完成的上传' },
    hint: {
      en: 'Uploads that nothing was added to for an hour; once they are gone, whoever sent them starts again.',
      zh: '一小时内没有进展的上传；清除后需要由上传者重新开始。',
    },
    reason: 'expired',
    isHeld: true,
  },
  trash: {
    name: { en: 'Trash of all data spaces', zh: '所有数据空间的回收站' },
    hint: {
      en: 'Deleted files leave the trash, and are gone for good once they are no longer held.',
      zh: '已删除的文件移出回收站；保留期结束后永久清除。',
    },
    reason: 'deleted',
    isHeld: true,
  },
} as const satisfies Record<string, CleanUpOffer>
export type CleanUpKind = keyof typeof cleanUpOffers
export const cleanUpKinds = Object.keys(cleanUpOffers) as [CleanUpKind, ...CleanUpKind[]]

const kinds = z
  .array(z.enum(cleanUpKinds))
  .min(1)
  .max(cleanUpKinds.length)
  .refine((list) => new Set(list).size === list.length, schemaMessage('a kind is given once', '每种类型只能列出一次'))

export const cleanUpPreview = z.object({
  at: time,
  parts: z.array(
    z.object({
      kind: z.enum(cleanUpKinds),
      reason: z.enum(cleanUpReasons),
      files: count,
      /** Bytes freed, at once or after the hold. */
      bytes,
      /** Held for a day, since a reference may be about to be written, then freed automatically. */
      laterBytes: bytes,
      examples: z.array(z.object({ name: z.string(), bytes })).max(20),
    }),
  ),
})
export type CleanUpPreview = z.output<typeof cleanUpPreview>

export const cleanUpStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const

/** State of held data: `held` for a time, then restored or deleted. `none` when nothing is held. */
export const cleanUpHolds = ['none', 'held', 'restoring', 'restored', 'releasing', 'released'] as const

export const cleanUp = z.object({
  id,
  state: z.enum(cleanUpStates),
  kinds: z.array(z.enum(cleanUpKinds)),
  startedBy: z.string(),
  startedAt: time,
  endedAt: time.nullable(),
  files: count,
  bytes,
  hold: z.enum(cleanUpHolds),
  /** Files held now or before, and the bytes freed in the end. */
  heldFiles: count,
  heldBytes: bytes,
  heldUntil: time.nullable(),
  error: z.string().nullable(),
})
export type CleanUp = z.output<typeof cleanUp>

export const cleanUpEndpoints = {
  previewCleanUp: endpoint('POST', '/clean-ups/preview', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'What a clean-up would remove, why it may, and how many bytes that gains',
      zh: '预览清理：将删除什么、为何可以删除、可释放多少空间',
    },
    body: z.object({ kinds }),
    answer: cleanUpPreview,
  }),
  startCleanUp: endpoint('POST', '/clean-ups', {
    summary: {
      en: 'Clean up: a job, which goes on over a restart. Nothing that is referenced is removed',
      zh: '开始清理（后台作业，重启后继续）；不会删除仍被引用的内容',
    },
    body: z.object({ kinds }),
    answer: cleanUp,
    errors: ['clean-up.running'],
  }),
  getLastCleanUp: endpoint('GET', '/clean-ups/last', {
    summary: {
      en: 'The last clean-up, and how far it is (null before the first); and those that still hold something',
      zh: '最近一次清理及其进度（没有时为 null），以及仍有可恢复内容的清理',
    },
    answer: z.object({ cleanUp: cleanUp.nullable(), held: z.array(cleanUp) }),
  }),
  restoreCleanUp: endpoint('POST', '/clean-ups/:cleanUpId/restore', {
    summary: {
      en: 'Put back what a clean-up holds: deleted files into the trash, uploads where they can be continued',
      zh: '撤销清理：已删除的文件回到回收站，未完成的上传可继续',
    },
    answer: cleanUp,
    errors: ['clean-up.not-held'],
  }),
  releaseCleanUp: endpoint('POST', '/clean-ups/:cleanUpId/release', {
    summary: {
      en: 'Remove for good what a clean-up holds, instead of when it expires',
      zh: '立即永久清除某次清理所保留的内容，不等到期',
    },
    answer: cleanUp,
    errors: ['clean-up.not-held'],
  }),
} as const
