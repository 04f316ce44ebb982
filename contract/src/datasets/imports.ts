import { z } from 'zod'
import { splits } from './kinds.ts'
import { formatKinds } from '../formats/offers.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, colour, count, id, progress, text, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const importSource = z.union([
  z.object({ spaceId: id, folder: z.string().max(1_000) }).strict(),
  z.object({ spaceId: id, fileId: id }).strict(),
  z.object({ uploadId: id }).strict(),
])
export type ImportSource = z.output<typeof importSource>

export const existingChoices = ['keep', 'replace', 'merge'] as const

/** A label id of the dataset, none (its shapes are skipped), or a new label. */
export const classTarget = z.union([
  id,
  z.null(),
  z.object({ create: z.string().trim().min(1).max(100), colour: colour.optional() }),
])
export type ClassTarget = z.output<typeof classTarget>

/** Targets by class name. Classes without an entry go to the label of the same name, or a new one. */
export const classMapping = z.record(z.string().max(1_000), classTarget)
export type ClassMapping = z.output<typeof classMapping>

export const importOptions = z.object({
  existing: z.enum(existingChoices),
  addImages: z.boolean(),
  mapping: classMapping,
})

export const annotatorChoice = z.union([z.literal('all'), z.object({ name: z.string().min(1).max(200) }).strict()])
export type AnnotatorChoice = z.output<typeof annotatorChoice>

export const maxAnnotators = 200

export const importCreate = z.object({
  existing: importOptions.shape.existing.default('keep'),
  addImages: importOptions.shape.addImages.default(true),
  mapping: importOptions.shape.mapping.default({}),
  /** The annotator to follow when several labeled an image; by default the ground truth or the newest. */
  annotator: annotatorChoice.optional(),
  source: importSource,
  format: z.enum(['auto', ...formatKinds]).default('auto'),
  /** Changes nothing until `startImport`. */
  dryRun: z.boolean().default(false),
})
export type ImportCreate = z.input<typeof importCreate>

/** Values of one attribute over the shapes of a class: how many are numbers, booleans, or each text. */
export const importedAttribute = z.object({
  name: z.string(),
  numbers: count,
  flags: count,
  texts: z.array(z.object({ text: z.string(), count })),
  more: count,
})
export type ImportedAttribute = z.output<typeof importedAttribute>

export const importedClass = z.object({
  name: z.string(),
  colour: colour.nullable(),
  images: count,
  annotations: count,
  attributes: z.array(importedAttribute).default([]),
  target: classTarget,
})
export type ImportedClass = z.output<typeof importedClass>

export const importFindings = z.object({
  images: count,
  annotations: count,
  classes: z.array(importedClass),
  annotators: z.array(z.object({ name: z.string(), images: count })),
  /** Images of the dataset that the files mention; `labeled` of them already have labels. */
  matched: count,
  labeled: count,
  /** Images of the source that the dataset lacks. */
  addable: count,
  /** Images in neither the dataset nor the source. */
  missing: count,
  splits: z.object(
    Object.fromEntries(splits.map((split) => [split, count])) as Record<(typeof splits)[number], typeof count>,
  ),
})
export type ImportFindings = z.output<typeof importFindings>

export const importDone = z.object({
  images: count,
  annotations: count,
  added: count,
  kept: count,
  labels: z.array(z.string()),
})
export type ImportDone = z.output<typeof importDone>

/** `ready` is a dry run waiting for `startImport`. The last three are final. */
export const importStatuses = ['reading', 'ready', 'importing', 'success', 'failed', 'stopped'] as const
export type ImportStatus = (typeof importStatuses)[number]

export const datasetImport = importOptions.extend({
  id,
  datasetId: id,
  annotator: annotatorChoice.nullable(),
  source: importSource,
  name: z.string(),
  format: z.enum(['auto', ...formatKinds]),
  found: z.enum(formatKinds).nullable(),
  status: z.enum(importStatuses),
  progress: progress.nullable(),
  findings: importFindings,
  done: importDone,
  problemCount: count,
  error: text.nullable(),
  startedBy: z.string().nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type DatasetImport = z.output<typeof datasetImport>

export const importProblem = z.object({
  number: count,
  file: z.string(),
  line: count.nullable(),
  reason: text,
})
export type ImportProblem = z.output<typeof importProblem>

export const maxImportBytes = 64 * 1024 ** 3

export const datasetImportEndpoints = {
  uploadImportFile: endpoint('POST', '/datasets/:datasetId/import-files', {
    summary: {
      en: 'Send an archive or document to import from, as the bare bytes of the body; it is kept for a day',
      zh: '上传用于导入的压缩包或文件（请求体即文件内容），保留一天',
    },
    query: z.object({ name: z.string().min(1).max(255) }),
    streamed: 'application/octet-stream',
    answer: z.object({ id, name: z.string(), size: bytes }),
    errors: ['dataset.not-found', 'upload.too-large', 'upload.no-space'],
  }),
  createImport: endpoint('POST', '/datasets/:datasetId/imports', {
    summary: {
      en: 'Read annotations into a dataset, or with dryRun only say what would come of it',
      zh: '将标注导入数据集；dryRun 时仅报告导入结果而不做更改',
    },
    body: importCreate,
    answer: datasetImport,
    errors: ['dataset.not-found', 'dataset.label-not-found', 'dataset.import-source-missing', 'space.not-found'],
  }),
  listImports: endpoint('GET', '/datasets/:datasetId/imports', {
    summary: {
      en: 'Imports into a dataset, the latest first (at most a hundred)',
      zh: '数据集的导入记录，最新的在前（最多一百条）',
    },
    answer: z.array(datasetImport),
    errors: ['dataset.not-found'],
  }),
  getImport: endpoint('GET', '/imports/:importId', {
    summary: { en: 'One import: how far it is, and what was found', zh: '一次导入的进度与结果' },
    answer: datasetImport,
    errors: ['dataset.import-not-found'],
  }),
  listImportProblems: endpoint('GET', '/imports/:importId/problems', {
    summary: {
      en: 'What an import leaves out and why, with file and line (the first ten thousand are told)',
      zh: '导入中被忽略的内容及原因，含文件与行号（最多记录前一万条）',
    },
    query: pageQuery,
    answer: pageOf(importProblem),
    errors: ['dataset.import-not-found'],
  }),
  startImport: endpoint('POST', '/imports/:importId/start', {
    summary: { en: 'Do what a dry run has looked at', zh: '执行已预检的导入' },
    body: importOptions.partial(),
    answer: datasetImport,
    errors: [
      'dataset.import-not-found',
      'dataset.import-not-ready',
      'dataset.label-not-found',
      'dataset.too-many-labels',
    ],
  }),
  stopImport: endpoint('POST', '/imports/:importId/stop', {
    summary: {
      en: 'End an import, or give a dry run up. What has been imported stays',
      zh: '停止导入或放弃预检；已导入的内容保留',
    },
    answer: datasetImport,
    errors: ['dataset.import-not-found'],
  }),
} as const
