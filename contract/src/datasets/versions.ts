import { z } from 'zod'
import { datasetItem, itemFilter } from './items.ts'
import { splits } from './kinds.ts'
import { label } from '../labels/dataset-labels.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, covers, description, id, name, progress, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const versionStatuses = ['processing', 'success', 'failed'] as const

const classCount = z.object({ labelId: id, name: z.string(), images: count, count })

/** An immutable snapshot of labels, images, splits and shapes. */
export const datasetVersion = z.object({
  id,
  datasetId: id,
  /** A number from 1, in order of creation; never reused. */
  number: count,
  name,
  description,
  status: z.enum(versionStatuses),
  filter: itemFilter.nullable(),
  images: count,
  labeled: count,
  labels: count,
  annotations: count,
  splits: z.record(z.enum(splits), count),
  classes: z.array(classCount.extend({ colour: label.shape.colour })),
  covers,
  /** SHA-256 of the content, equal for equal versions. Empty until created. */
  checksum: z.string(),
  /** Size without image files. */
  size: bytes,
  createdAt: time,
  createdBy: z.string(),
})
export type DatasetVersion = z.output<typeof datasetVersion>

/** Images of a version by what became of them where they lie; `unreadable` counts some of both. */
export const versionSource = z.object({ changed: count, gone: count, unreadable: count })

export const versionCreate = datasetVersion.pick({ name: true }).extend({
  description: description.default(''),
  filter: itemFilter.optional(),
})

export const imageChanges = ['added', 'removed', 'changed'] as const
export type ImageChange = (typeof imageChanges)[number]

export const imageAspects = ['content', 'split', 'status', 'tags', 'shapes'] as const

/** Changes from version `before` to this one. */
export const versionDiff = z.object({
  before: datasetVersion,
  after: datasetVersion,
  /** Null while the comparison runs. */
  images: z.record(z.enum([...imageChanges, 'unchanged']), count).nullable(),
  /** Progress of the comparison; null once it has ended. */
  progress: progress.nullable(),
  classes: z.array(
    z.object({
      labelId: id,
      /** The later name, or the earlier one for a removed label. */
      name: z.string(),
      colour: label.shape.colour,
      /** Null when the version lacks the label. */
      before: z.object({ name: z.string(), images: count, count }).nullable(),
      after: z.object({ name: z.string(), images: count, count }).nullable(),
    }),
  ),
})

export const changedImage = z.object({
  path: z.string(),
  change: z.enum(imageChanges),
  /** Item in the dataset, which may have been removed since. */
  itemId: datasetItem.shape.id,
  fileId: id,
  /** Differing aspects; empty for images added or removed. */
  aspects: z.array(z.enum(imageAspects)),
  /** Number of shapes; null when the version lacks the image or it was unlabeled. */
  before: count.nullable(),
  after: count.nullable(),
})

export const datasetVersionEndpoints = {
  createVersion: endpoint('POST', '/datasets/:datasetId/versions', {
    summary: {
      en: 'Keep the dataset as it is now, or the images that a filter finds, as a version that never changes. It is made in the background',
      zh: '将数据集的当前内容或筛选出的图片保存为不可更改的版本；在后台生成',
    },
    body: versionCreate,
    answer: datasetVersion,
    errors: ['dataset.not-found', 'dataset.empty', 'item.none-selected'],
  }),
  listVersions: endpoint('GET', '/datasets/:datasetId/versions', {
    summary: { en: 'Versions of a dataset, the latest first', zh: '数据集的版本，最新的在前' },
    query: pageQuery,
    answer: pageOf(datasetVersion),
    errors: ['dataset.not-found'],
  }),
  getVersion: endpoint('GET', '/versions/:versionId', {
    summary: { en: 'One version of a dataset', zh: '数据集的一个版本' },
    answer: datasetVersion,
    errors: ['version.not-found'],
  }),
  getVersionSource: endpoint('GET', '/versions/:versionId/source', {
    summary: {
      en: 'How many images of a version have changed or are gone at their source since, as of the last scans, and of how many the content can no longer be read',
      zh: '自生成版本以来，其中有多少图片在来源处已更改或已不存在（以最近一次扫描为准），以及多少图片的原内容已无法读取',
    },
    answer: versionSource,
    errors: ['version.not-found', 'version.not-ready'],
  }),
  deleteVersion: endpoint('DELETE', '/versions/:versionId', {
    summary: {
      en: 'Delete a version that no task names. The dataset stays as it is',
      zh: '删除未被任务引用的版本；数据集保持不变',
    },
    answer: z.object({}),
    errors: ['version.not-found', 'version.in-use'],
  }),
  diffVersions: endpoint('GET', '/versions/:versionId/diff', {
    summary: {
      en: 'What another version (`with`) has else than this one: images and counts per class. Large versions are compared in the background: ask again until `images` is there',
      zh: '另一版本（with）与此版本的差异：图片与各类别计数。较大的版本在后台比较：请重复查询，直到返回 images',
    },
    query: z.object({ with: id }),
    answer: versionDiff,
    errors: ['version.not-found', 'version.not-ready', 'version.comparison-failed'],
  }),
  listVersionChanges: endpoint('GET', '/versions/:versionId/diff/images', {
    summary: { en: 'The images in which two versions differ, by path', zh: '两个版本间有差异的图片，按路径排序' },
    query: z.object({
      with: id,
      change: z.enum(imageChanges).optional(),
      cursor: z.string().max(500).optional(),
      limit: pageQuery.shape.limit,
    }),
    answer: z.object({ items: z.array(changedImage), nextCursor: z.string().nullable() }),
    errors: ['version.not-found', 'version.not-ready', 'version.not-compared'],
  }),
} as const
