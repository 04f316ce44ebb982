import { z } from 'zod'
import { assignment, username, waitingImages } from './datasets/assignment.ts'
import { itemChangeEndpoints } from './datasets/changes.ts'
import { datasetItemEndpoints } from './datasets/items.ts'
import { itemSetEndpoints } from './datasets/item-sets.ts'
import { label, labelInput, labelsChange, labelsMerge, labelTypes, maxLabels } from './labels/dataset-labels.ts'
import { datasetReportEndpoints } from './datasets/report.ts'
import { classOfAll, datasetSourceEndpoints, withTruth } from './datasets/sources.ts'
import { datasetTrainingEndpoints } from './datasets/trainings.ts'
import { datasetVersionEndpoints } from './datasets/versions.ts'
import { fileSelection } from './files.ts'
import { endpoint } from './kernel/endpoint.ts'
import { datasetFormats, datasetTypes } from './datasets/kinds.ts'
import { count, covers, description, id, name, tags, time } from './kernel/fields.ts'
import { listQuery, pageOf, tagTerms } from './kernel/page.ts'
import { schemaMessage } from './kernel/schema-message.ts'

export const datasetStatuses = ['init', 'processing', 'failed', 'success', 'label_tasking'] as const
export const datasetDisplayStates = ['creating', 'invalid', 'to-label', 'labeling', 'normal', 'training'] as const

export const dataset = z.object({
  id,
  name,
  description,
  tags,
  format: z.enum(datasetFormats),
  type: z.enum(datasetTypes),
  spaceId: id,
  spaceName: z.string(),
  spaces: z.array(z.object({ id, name: z.string() })),
  labelType: z.enum(labelTypes),
  labels: z.array(label),
  guidelines: z.string().max(10_000),
  modelName: z.string().trim().max(200),
  prompt: z.string().trim().max(2_000),
  status: z.enum(datasetStatuses),
  displayState: z.enum(datasetDisplayStates),
  fileCount: count,
  labeledCount: count,
  annotationCount: count,
  creator: z.string().nullable(),
  ...assignment.shape,
  createdAt: time,
  updatedAt: time,
})
export type Dataset = z.output<typeof dataset>

/** Contents when requested; `waiting` counts images waiting for the caller. */
export const listedDataset = dataset.extend({
  covers: covers.optional(),
  splits: z.object({ train: count, validation: count, test: count }).optional(),
  waiting: waitingImages.optional(),
})
export type ListedDataset = z.output<typeof listedDataset>

/** R5.03: auto-labeling needs both a model and a prompt. */
function needsBoth({ value, issues }: z.core.ParsePayload<{ modelName?: string; prompt?: string }>): void {
  const { modelName, prompt } = value
  const refuse = (field: string) =>
    issues.push({
      code: 'custom',
      input: value,
      path: [field],
      message: schemaMessage('auto-labeling needs a model and a prompt', '自动标注需要模型和提示词'),
    })
  if (prompt && modelName === '') refuse('modelName')
  if (modelName && prompt === '') refuse('prompt')
}

export const datasetCreate = z
  .object({
    name: dataset.shape.name,
    description: dataset.shape.description.default(''),
    tags: dataset.shape.tags.default([]),
    format: dataset.shape.format,
    type: dataset.shape.type,
    labelType: dataset.shape.labelType,
    spaceId: dataset.shape.spaceId,
    folder: z.string().max(1_000).default(''),
    selection: fileSelection.optional(),
    withTruth,
    classOfAll,
    labels: z.array(labelInput).max(maxLabels).default([]),
    guidelines: dataset.shape.guidelines.default(''),
    modelName: dataset.shape.modelName.default(''),
    prompt: dataset.shape.prompt.default(''),
  })
  .check(needsBoth)
export type DatasetCreate = z.input<typeof datasetCreate>

export const datasetUpdate = dataset
  .pick({
    name: true,
    description: true,
    tags: true,
    guidelines: true,
    modelName: true,
    prompt: true,
    assignee: true,
    assignedReviewer: true,
  })
  .partial()

/** Copies image references and label definitions, and with `labels` also shapes and statuses. */
export const datasetDuplicate = dataset.pick({ name: true }).extend({ labels: z.boolean().default(true) })

export const relabeledDataset = dataset.extend({
  /** Background work that updates shapes of removed labels; null when there are none or few. */
  workId: id.nullable(),
})

export const datasetSorts = ['name', 'fileCount', 'labeledCount', 'createdAt', 'updatedAt'] as const

export const datasetEndpoints = {
  listDatasets: endpoint('GET', '/datasets', {
    summary: {
      en: 'Datasets, newest first unless sorted otherwise; the words are looked for in name and tags',
      zh: '数据集，默认最新的在前；关键词在名称和标签中查找',
    },
    query: listQuery(datasetSorts).extend({
      state: z.enum(datasetDisplayStates).optional(),
      labelType: z.enum(labelTypes).optional(),
      format: z.enum(datasetFormats).optional(),
      space: id.optional(),
      tags: tagTerms,
      assignee: username.optional(),
      assignedReviewer: username.optional(),
      /** Only datasets with images waiting for the given assignee or reviewer. */
      waiting: z.stringbool().default(false),
      contents: z.stringbool().default(false),
    }),
    answer: pageOf(listedDataset),
  }),
  createDataset: endpoint('POST', '/datasets', {
    summary: {
      en: 'Create a dataset from the images of a data space, by reference',
      zh: '用数据空间中的图片创建数据集（引用，不复制）',
    },
    body: datasetCreate,
    answer: dataset,
    errors: ['dataset.name-taken', 'dataset.empty', 'dataset.label-kind', 'space.not-found'],
  }),
  affectedDatasets: endpoint('GET', '/spaces/:spaceId/affected-datasets', {
    summary: {
      en: 'Datasets that have images of a data space, and how many: they become unavailable when the space is deleted',
      zh: '引用该数据空间图片的数据集及其图片数；删除空间后这些图片将不可用',
    },
    answer: z.array(z.object({ id, name, images: count })),
    errors: ['space.not-found'],
  }),
  getDataset: endpoint('GET', '/datasets/:datasetId', {
    summary: { en: 'One dataset', zh: '一个数据集' },
    answer: dataset,
    errors: ['dataset.not-found'],
  }),
  updateDataset: endpoint('PATCH', '/datasets/:datasetId', {
    summary: {
      en: 'Change name, description, tags, guidelines, assignee or reviewer of a dataset',
      zh: '修改数据集的名称、描述、标签、标注规范、标注负责人或审核人',
    },
    body: datasetUpdate,
    answer: dataset,
    errors: ['dataset.not-found', 'dataset.name-taken', 'account.not-found', 'account.disabled'],
  }),
  deleteDataset: endpoint('DELETE', '/datasets/:datasetId', {
    summary: {
      en: 'Move a dataset with its labels and versions to the trash, where it can be restored for 30 days. What runs on it is stopped; files, tasks and models stay',
      zh: '将数据集连同其标注和版本移入回收站，30 天内可恢复；进行中的处理会停止，文件、任务和模型保留',
    },
    answer: z.object({}),
    errors: ['dataset.not-found'],
  }),
  duplicateDataset: endpoint('POST', '/datasets/:datasetId/duplicate', {
    summary: {
      en: 'Make a dataset with the same images and labels, and with what is labeled where that is asked for',
      zh: '复制数据集：图片（引用）与类别，并可选择是否包含标注',
    },
    body: datasetDuplicate,
    answer: dataset,
    errors: ['dataset.not-found', 'dataset.name-taken', 'dataset.not-ready'],
  }),
  updateLabels: endpoint('PUT', '/datasets/:datasetId/labels', {
    summary: {
      en: 'Add, rename, change and delete labels. Existing labels keep their index; where one in use goes, `deleted` says what becomes of its shapes',
      zh: '添加、重命名、修改和删除类别；已有类别的序号不变；删除使用中的类别时，deleted 说明如何处理其标注',
    },
    body: labelsChange,
    answer: relabeledDataset,
    errors: ['dataset.not-found', 'dataset.label-in-use', 'dataset.label-not-found', 'dataset.labels-changing'],
  }),
  mergeLabels: endpoint('POST', '/datasets/:datasetId/labels/merge', {
    summary: {
      en: 'Let one label take the shapes of others, which are then gone',
      zh: '将若干类别合并到一个类别：标注改用该类别，其余类别随后删除',
    },
    body: labelsMerge,
    answer: relabeledDataset,
    errors: ['dataset.not-found', 'dataset.label-not-found', 'dataset.labels-changing'],
  }),
  ...datasetSourceEndpoints,
  ...datasetItemEndpoints,
  ...itemSetEndpoints,
  ...itemChangeEndpoints,
  ...datasetReportEndpoints,
  ...datasetTrainingEndpoints,
  ...datasetVersionEndpoints,
} as const
